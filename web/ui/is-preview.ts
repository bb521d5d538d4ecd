/** Whether the page is a preview of the editor, on which clicks select what they are on and links lead nowhere (LINK-04). */
export const isPreview = (): boolean => document.documentElement.dataset['preview'] !== undefined;
