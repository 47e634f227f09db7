import { expect, test } from 'vitest';
import { readCode, showCode } from './codes';

test.each(['BCD-FGHJ', 'bcdfghj', ' bcd fghj ', 'http://10.0.0.7:8765/t/BCD-FGHJ#seat=abc'])(
  'reads %s',
  (typed) => {
    expect(readCode(typed)).toBe('BCDFGHJ');
  },
);

test.each(['', 'BCDFGH', 'BCDFGHJK', 'ABCDFGH', 'BCDFGH1', 'http://host/t/'])(
  'refuses %s',
  (typed) => {
    expect(readCode(typed)).toBeNull();
  },
);

test('shows a code in two groups, whatever it looked like', () => {
  expect(showCode('BCDFGHJ')).toBe('BCD-FGHJ');
  expect(showCode('BCD-FGHJ')).toBe('BCD-FGHJ');
});
