/** A card code as it is sent: in upper case (VALID-04). */
export const sentCardCode = (code: string): string => code.toUpperCase();
