import type { MouseEvent } from 'react';

/** Closes the dialog that a button stands in, as the browser does it: the focus goes back to what opened it. */
export function closeDialog({ currentTarget }: MouseEvent<HTMLElement>): void {
  currentTarget.closest('dialog')?.close();
}
