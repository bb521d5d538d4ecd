// Texts of the catalog, served by the plugin of web/tooling/messages.ts.

declare module 'virtual:texts/later/offline.cachedPage' {
  /** The text by locale. */
  export const texts: Readonly<Record<string, string>>;
}
