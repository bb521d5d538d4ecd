import type { KeyboardEvent } from 'react';

/**
 * The arrow keys in a field and its list: down and up through the rows (`data-row`), up from the first one back to the
 * field, Home and End within the list. Whoever types in the list types into the field.
 */
export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const { key, target, currentTarget } = event;
  if (!(target instanceof Node) || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
  const field = currentTarget.querySelector('input');
  const rows = [...currentTarget.querySelectorAll('[data-row]')];
  const place = rows.findIndex((row) => row.contains(target));
  if (place < 0 && target !== field) return;
  const go = (row: Element | undefined): void => {
    event.preventDefault();
    row?.querySelector<HTMLElement>('a, button')?.focus();
  };
  if (key === 'ArrowDown') go(rows[place + 1]);
  else if (place < 0) return;
  else if (key === 'ArrowUp' && place > 0) go(rows[place - 1]);
  else if (key === 'ArrowUp') {
    event.preventDefault();
    field?.focus();
  } else if (key === 'Home') go(rows[0]);
  else if (key === 'End') go(rows.at(-1));
  else if (key === 'Backspace' || (key.length === 1 && key !== ' ')) field?.focus();
}
