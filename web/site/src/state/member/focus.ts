// Where the focus goes when what had it is gone.

/** What was there is gone, and the focus with it: the heading takes it. */
export function focusHeading(id: string): void {
  document.getElementById(id)?.focus();
}

/** What a failure is about takes the focus, the first of what `selector` finds; it is there with the next frame only. */
export function focusSoon(selector: string): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>(selector)?.focus());
}
