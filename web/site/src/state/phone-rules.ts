/** Loads the rules of phone numbers (phone.ts). Resolves to undefined if they cannot be loaded, and on the server, whose bundle does not contain them. */
export const phoneRules = () => (import.meta.env.SSR ? Promise.resolve(undefined) : import('./phone.ts').catch(() => undefined));
