/** A card code as its field shows it while a person types: in upper case. `toUpperCase` does not depend on the browser's language. */
export const shownCardCode = (code: string): string => code.toUpperCase();

/** A typed card code as it is sent: in upper case (VALID-04), without white space, as the server normalizes it. */
export const sentCardCode = (code: string): string => shownCardCode(code).replaceAll(/\s+/g, '');
