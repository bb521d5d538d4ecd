// Addresses of other sites in responses and settings.

const WEB_ADDRESS = /^https?:\/\/[^\s/]/i;

/** Whether a text is an absolute http or https address, which a link or a navigation may have as its target. */
export const isWebAddress = (text: string): boolean => WEB_ADDRESS.test(text);
