/** The name of a custom slot in the page, by the index of its key; the keys are text of the operator. */
export const customName = (index: number): string => `custom${index}`;
