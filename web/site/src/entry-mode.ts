// The visitor's colour mode (THEME-06, THEME-07): a classic script in the head of sites that offer one, so that no page
// is painted in the wrong one. The server's page is light; the browser remembers the visitor's choice.

((root) => {
  const KEY = 'color-mode';
  const switches = '[data-mode-switch]';
  const show = (mode: string | null): void => {
    const shown = mode === 'dark' ? 'dark' : 'light';
    Object.assign(root.dataset, { mode: shown, tone: shown });
    for (const button of document.querySelectorAll(switches)) button.ariaPressed = String(shown === 'dark');
  };
  const remembered = (): string | null => {
    try {
      return localStorage.getItem(KEY);
    } catch {
      // The storage may be forbidden.
      return null;
    }
  };
  const choose = (mode: string): void => {
    show(mode);
    try {
      localStorage.setItem(KEY, mode);
    } catch {
      // Then the choice is this page's.
    }
  };
  show(remembered());
  document.addEventListener('DOMContentLoaded', () => show(remembered()));
  window.addEventListener('pageshow', (event) => {
    if (event.persisted) show(remembered());
  });
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === KEY) show(newValue);
  });
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest(switches) !== null) choose(root.dataset['mode'] === 'dark' ? 'light' : 'dark');
  });
})(document.documentElement);
