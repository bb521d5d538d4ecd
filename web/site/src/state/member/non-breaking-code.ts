/** Puts no-break spaces into an error code at the end of a text, so that it stays on one line (ux 8). */
export const withNonBreakingCode = (text: string): string =>
  text.replace(/\([^()]*: \d+\)$/, (code) => code.replaceAll(' ', '\u00a0'));
