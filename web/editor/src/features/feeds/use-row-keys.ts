import { useScreenKey } from '../../state/keys.ts';

/** Moves the focus within the elements that a selector finds on the screen. */
export function focusNext(selector: string, step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>(`main ${selector}`)];
  const index = rows.findIndex((row) => row === document.activeElement);
  const next = index < 0 ? (step === 1 ? 0 : rows.length - 1) : index + step;
  rows[next]?.focus();
}

/** J and K go to the next and the previous row (ux 5.0). */
export function useRowKeys(): void {
  useScreenKey('j', () => focusNext('[data-row]', 1));
  useScreenKey('k', () => focusNext('[data-row]', -1));
}
