// Types of the used parts of the analytics library's plugins, which ship without types.

declare module '@analytics/google-analytics' {
  export interface ServicePlugin {
    readonly name: 'google-analytics';
    readonly track: (call: { readonly payload: object }) => void;
    readonly [part: string]: unknown;
  }
  interface ServiceSettings {
    readonly measurementIds: readonly string[];
    readonly gtagConfig: Readonly<Record<string, unknown>>;
    readonly dataLayerName: string;
    readonly gtagName: string;
    /** The full address of the script. */
    readonly customScriptSrc: string;
  }
  // oxlint-disable-next-line import/no-default-export -- the package has a default export
  export default function googleAnalytics(settings: ServiceSettings): ServicePlugin;
}

declare module '@analytics/google-tag-manager' {
  export interface ManagerPlugin {
    readonly name: 'google-tag-manager';
    readonly config: object;
    readonly initialize: (call: { readonly config: object }) => void;
    readonly loaded: () => boolean;
  }
  interface ManagerSettings {
    readonly containerId: string;
    readonly dataLayerName: string;
    /** The address of the script without its query. */
    readonly customScriptSrc: string;
  }
  // oxlint-disable-next-line import/no-default-export -- the package has a default export
  export default function googleTagManager(settings: ManagerSettings): ManagerPlugin;
}
