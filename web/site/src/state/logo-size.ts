// The height of the logo: a custom property of the page, because rules for it depend on the width of the window.

const LEAST = 24;
const MOST = 64;
const USUAL = 36;

/** The rule that says how high the logo is, in CSS px (SET-14). */
export const logoCss = (size: number): string => `:root{--logoHeight:${Math.min(Math.max(Math.round(size) || USUAL, LEAST), MOST)}px}`;
