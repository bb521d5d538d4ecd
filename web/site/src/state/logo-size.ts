// Limits and default of the logo's height, in CSS px.
const MIN_HEIGHT = 24;
const MAX_HEIGHT = 64;
const DEFAULT_HEIGHT = 36;

/** A CSS rule with the logo's height in px as a custom property, because the stylesheet adapts it to the window's width (SET-14). */
export const logoCss = (size: number): string =>
  `:root{--logoHeight:${Math.min(Math.max(Math.round(size) || DEFAULT_HEIGHT, MIN_HEIGHT), MAX_HEIGHT)}px}`;
