import type { MouseEvent } from 'react';

/** Closes the dialog that contains the button. The browser returns the focus to the element that opened it. */
export function closeDialog({ currentTarget }: MouseEvent<HTMLElement>): void {
  currentTarget.closest('dialog')?.close();
}
