// Applies the visitor's color mode (THEME-06, THEME-07). It is a classic script in the head of sites with a mode switch, so that no
// page is painted in the wrong mode. The server renders the light mode; the browser stores the visitor's choice.

((root) => {
  const KEY = 'color-mode';
  const switches = '[data-mode-switch]';
  const apply = (choice: string | null): void => {
    const mode = choice === 'dark' ? 'dark' : 'light';
    Object.assign(root.dataset, { mode, tone: mode });
    for (const button of document.querySelectorAll(switches)) button.ariaPressed = String(mode === 'dark');
  };
  const storedChoice = (): string | null => {
    try {
      return localStorage.getItem(KEY);
    } catch {
      // Storage is forbidden.
      return null;
    }
  };
  const choose = (mode: string): void => {
    apply(mode);
    try {
      localStorage.setItem(KEY, mode);
    } catch {
      // Storage is forbidden: the choice applies to this page only.
    }
  };
  apply(storedChoice());
  document.addEventListener('DOMContentLoaded', () => apply(storedChoice()));
  window.addEventListener('pageshow', (event) => {
    if (event.persisted) apply(storedChoice());
  });
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === KEY) apply(newValue);
  });
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest(switches) !== null) choose(root.dataset['mode'] === 'dark' ? 'light' : 'dark');
  });
})(document.documentElement);
