// The compiled texts of `locales/*/editor.json` and the names of attributes, served by the plugin of web/tooling/messages.ts.

declare module 'virtual:editor-messages' {
  type Load = () => Promise<{
    readonly messages: import('./messages.gen.ts').EditorMessages;
    readonly attributes: import('../state/program/attributes.ts').AttributeNames;
  }>;
  export const CATALOGS: { readonly en: Load } & Readonly<Record<string, Load | undefined>>;
}

// The texts of `locales/*/settings.json`.
declare module 'virtual:editor-settings' {
  type Load = () => Promise<{ readonly texts: import('../state/settings/texts.ts').SettingTexts }>;
  export const CATALOGS: { readonly en: Load } & Readonly<Record<string, Load | undefined>>;
}
