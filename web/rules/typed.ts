// What a visitor types.

/** The text of a field that is no password, without the characters that could be read as markup: < > ' " & (VALID-01). */
export const typedText = (text: string): string => text.replace(/[<>'"&]/g, '');
