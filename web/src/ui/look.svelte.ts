/** How this device likes its cards. */
import { keep, kept } from './keeping';

const FOUR_COLOURS = 'four-colours';

class Look {
  /** Whether each suit has a colour of its own, not two suits one. */
  hasFourColours = $state(kept(FOUR_COLOURS) !== null);

  setFourColours(isOn: boolean): void {
    this.hasFourColours = isOn;
    keep(FOUR_COLOURS, isOn ? 'on' : '');
  }
}

export const look = new Look();
