/** What a page calls a custom slot, by its place among the keys: keys are the operator's. */
export const customName = (index: number): string => `custom${index}`;
