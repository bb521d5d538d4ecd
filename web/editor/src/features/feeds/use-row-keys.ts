import { useScreenKey } from '../../state/keys.ts';

/** Moves the focus to the next or the previous element on the screen that a selector finds, from the row or the details with the focus. */
export function focusNext(selector: string, step: 1 | -1): void {
  const targets = [...document.querySelectorAll<HTMLElement>(`main ${selector}`)];
  const focused = document.querySelector('main :focus');
  const place = focused?.closest('tr, details') ?? focused;
  const side = step === 1 ? Node.DOCUMENT_POSITION_FOLLOWING : Node.DOCUMENT_POSITION_PRECEDING;
  const beyond = targets.filter(
    (target) => place === null || (!place.contains(target) && (place.compareDocumentPosition(target) & side) !== 0),
  );
  beyond.at(step === 1 ? 0 : -1)?.focus();
}

/** J and K go to the next and the previous row (ux 5.0). */
export function useRowKeys(): void {
  useScreenKey('j', () => focusNext('[data-row]', 1));
  useScreenKey('k', () => focusNext('[data-row]', -1));
}
