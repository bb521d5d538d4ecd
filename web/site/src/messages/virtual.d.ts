// The compiled catalogs of `locales/`, served by the plugin of web/tooling/messages.ts.

declare module 'virtual:messages' {
  type Catalogs<T> = { readonly en: T; readonly fr: T } & Readonly<Record<string, T | undefined>>;
  /** The locales of the folder, English first. */
  export const LOCALES: readonly ['en', ...string[]];
  export const CATALOGS: Catalogs<import('./messages.ts').Messages>;
  export const LATER_CATALOGS: Catalogs<import('./messages.ts').LaterMessages>;
}
declare module 'virtual:messages/en' {
  export const messages: import('./messages.ts').Messages;
}
declare module 'virtual:messages/fr' {
  export const messages: import('./messages.ts').Messages;
}
