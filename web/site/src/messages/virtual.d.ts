// The compiled catalogues, served by the plugin of web/tooling/messages.ts.

declare module 'virtual:messages/en' {
  export const messages: import('./messages.gen.ts').Messages;
}
declare module 'virtual:messages/fr' {
  export const messages: import('./messages.gen.ts').Messages;
}
declare module 'virtual:messages/en.later' {
  export const messages: import('./messages.gen.ts').LaterMessages;
}
declare module 'virtual:messages/fr.later' {
  export const messages: import('./messages.gen.ts').LaterMessages;
}
