/** Which of the two pages is shown: `/` or a table's `/t/CODE`. */

class Router {
  path = $state(location.pathname);

  constructor() {
    addEventListener('popstate', () => {
      this.path = location.pathname;
    });
  }

  go(path: string): void {
    history.pushState(null, '', path);
    this.path = path;
    scrollTo(0, 0);
  }

  /** Returns the code of the table whose page this is, null elsewhere, as it stands in the address. */
  get code(): string | null {
    return /^\/t\/([^/]+)\/?$/.exec(this.path)?.[1] ?? null;
  }
}

export const router = new Router();

/** Makes a link go without loading the page anew; with a modifier key the browser has it. */
export function follow(event: MouseEvent): void {
  const link = event.currentTarget as HTMLAnchorElement;
  if (event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  router.go(link.pathname);
}
