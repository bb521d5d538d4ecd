/** Removes characters that could be markup: < > ' " & (VALID-01). Not for passwords. */
export const withoutMarkup = (text: string): string => text.replace(/[<>'"&]/g, '');
