// Codes of cards: as a person types them, as they are sent, and as they are shown.

/** A card code as its field shows it while a person types: in upper case. `toUpperCase` does not depend on the browser's language. */
export const typedCardCode = (code: string): string => code.toUpperCase();

/** A typed card code as it is sent: in upper case (VALID-04), without white space, as the server normalizes it. */
export const sentCardCode = (code: string): string => typedCardCode(code).replaceAll(/\s+/g, '');

/**
 * A card number in groups of four characters, the last one shorter, such as `4471 0829 53`. Letters before digits are a group of their
 * own. A number with spaces or hyphens keeps its groups.
 */
export function cardGroups(number: string): string {
  const trimmed = number.trim();
  if (/[\s-]/.test(trimmed)) return trimmed;
  const letterCount = /^[A-Za-z]+\d+$/.test(trimmed) ? trimmed.search(/\d/) : 0;
  return [trimmed.slice(0, letterCount), inFours(trimmed.slice(letterCount))].filter((group) => group !== '').join(' ');
}

/** A code in groups of four characters. */
export const inFours = (code: string): string => (code.match(/.{1,4}/gu) ?? []).join(' ');
