/** The text of a field that is no password, without the characters that could be read as markup: < > ' " & (VALID-01). */
export const withoutMarkup = (text: string): string => text.replace(/[<>'"&]/g, '');
