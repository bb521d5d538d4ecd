/** Moves the focus to a heading, after the focused element was removed. */
export function focusHeading(id: string): void {
  document.getElementById(id)?.focus();
}

/** Moves the focus to the first element that matches `selector`, in the next frame, when React has rendered it. */
export function focusInNextFrame(selector: string): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>(selector)?.focus());
}
