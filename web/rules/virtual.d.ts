// The compiled words of failed calls, which tests read; served by the plugin of web/tooling/messages.ts.

declare module 'virtual:messages/en.later' {
  export const messages: { readonly calls: import('./loyalty/calls/error-text.ts').ErrorTexts };
}
declare module 'virtual:messages/fr.later' {
  export const messages: { readonly calls: import('./loyalty/calls/error-text.ts').ErrorTexts };
}
