/** The rules of phone numbers, loaded when somebody begins to type one. The server, which needs none, is spared their weight. */
export const phoneRules = () => (import.meta.env.SSR ? Promise.resolve(undefined) : import('./phone.ts').catch(() => undefined));
