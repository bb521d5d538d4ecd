import { useLayoutEffect } from 'react';
import { isTyping, useScreenKey } from '../state/keys.ts';

/** What takes the focus of a row that has no focus itself. */
const CONTROLS = 'a[href], button:not(:disabled)';

/** Moves the focus to the next or the previous element on the screen that a selector finds, from the row or the details with the focus. */
export function focusNext(selector: string, step: 1 | -1): boolean {
  const targets = [...document.querySelectorAll<HTMLElement>(`main ${selector}`)].flatMap((target) =>
    target.matches('tr:not([tabindex])') ? (target.querySelector<HTMLElement>(CONTROLS) ?? []) : target,
  );
  const focused = document.querySelector('main :focus');
  const place = focused?.closest('tr, li, details') ?? focused;
  const side = step === 1 ? Node.DOCUMENT_POSITION_FOLLOWING : Node.DOCUMENT_POSITION_PRECEDING;
  const beyond = targets.filter(
    (target) => place === null || (!place.contains(target) && (place.compareDocumentPosition(target) & side) !== 0),
  );
  const next = beyond.at(step === 1 ? 0 : -1);
  next?.focus();
  return next !== undefined;
}

/** J and K go to the next and the previous row of a list, and so do the arrows from a row (ux 5.0). */
export function useRowKeys(): void {
  useScreenKey('j', () => void focusNext('[data-row]', 1));
  useScreenKey('k', () => void focusNext('[data-row]', -1));
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : undefined;
      const hasModifier = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
      if (step === undefined || hasModifier || event.defaultPrevented || isTyping(event.target)) return;
      // List boxes and trees move by themselves.
      if (!(event.target instanceof Element) || !event.target.matches('main [data-row]:not([role=option], [role=row])')) return;
      if (focusNext('[data-row]', step)) event.preventDefault();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}
