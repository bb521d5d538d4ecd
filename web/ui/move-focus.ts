import type { KeyboardEvent } from 'react';

/**
 * Handles keys in a search field and its list: the arrow keys move through the rows (`data-row`), and from the first row up to the
 * field; Home and End move to the first and last row. Typing in the list focuses the field.
 */
export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const { key, target, currentTarget } = event;
  if (!(target instanceof Node) || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
  const field = currentTarget.querySelector('input');
  const rows = [...currentTarget.querySelectorAll('[data-row]')];
  const index = rows.findIndex((row) => row.contains(target));
  if (index < 0 && target !== field) return;
  const focusRow = (row: Element | undefined): void => {
    event.preventDefault();
    row?.querySelector<HTMLElement>('a, button')?.focus();
  };
  if (key === 'ArrowDown') focusRow(rows[index + 1]);
  else if (index < 0) return;
  else if (key === 'ArrowUp' && index > 0) focusRow(rows[index - 1]);
  else if (key === 'ArrowUp') {
    event.preventDefault();
    field?.focus();
  } else if (key === 'Home') focusRow(rows[0]);
  else if (key === 'End') focusRow(rows.at(-1));
  else if (key === 'Backspace' || (key.length === 1 && key !== ' ')) field?.focus();
}
