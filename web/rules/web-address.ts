// Addresses of other sites in responses and settings.

const WEB_ADDRESS = /^https?:\/\/[^\s/]/i;

/** Whether a text is an absolute http or https address, which a link or a navigation may have as its target. */
export const isWebAddress = (text: string): boolean => WEB_ADDRESS.test(text);

/** Whether a content security policy can name the host, as `has_plain_host` says for the server. */
export const hasPlainHost = ({ hostname }: { readonly hostname: string }): boolean => /^[a-z\d.-]+$/i.test(hostname);
