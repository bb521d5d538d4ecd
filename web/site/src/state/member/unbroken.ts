/** A text at whose end a code stays in one line (ux 8). */
export const unbroken = (text: string): string => text.replace(/\(Code\u00a0?: \d+\)$/, (code) => code.replaceAll(' ', '\u00a0'));
