// The data layers: arrays with commands and events for tags, which read them when they load and later (ANLY-16).

import { DATA_LAYER, SERVICE_LAYER } from '@marquee/rules/analytics/facts.ts';

/** The page's global object. */
export type Globals = object;

/** The data layer with this name. Creates it if it is missing. */
export function layerOf(globals: Globals, name: string): unknown[] {
  const existing: unknown = Reflect.get(globals, name);
  if (Array.isArray(existing)) return existing;
  const layer: unknown[] = [];
  Reflect.set(globals, name, layer);
  return layer;
}

/** Adds a command to the queue with this name: an array, or, once its script has loaded, an object with a `push` method. */
export function enqueue(globals: Globals, name: string, command: unknown): void {
  const queue: unknown = Reflect.get(globals, name);
  if (typeof queue === 'object' && queue !== null && 'push' in queue && typeof queue.push === 'function') queue.push(command);
  else layerOf(globals, name).push(command);
}

/** Adds a command to a layer. Tags recognize a command by its type, `Arguments`. */
export function pushCommand(layer: unknown[], ...command: readonly unknown[]): void {
  const gtag: (...command: readonly unknown[]) => void = function gtag() {
    // oxlint-disable-next-line prefer-rest-params -- an array does not count as a command
    layer.push(arguments);
  };
  gtag(...command);
}

/** The consent types of Google's tags. */
const PURPOSES = ['ad_storage', 'analytics_storage', 'ad_user_data', 'ad_personalization'] as const;

const allPurposes = (value: 'granted' | 'denied'): Readonly<Record<string, string>> =>
  Object.fromEntries(PURPOSES.map((purpose) => [purpose, value]));

/** Sets the consent of tags. */
export type SetConsent = (granted: boolean) => void;

/** Google's consent mode for both layers. The first command denies everything; after that each change is one command (CONS-03). */
export function createConsentMode(globals: Globals): SetConsent {
  let current: boolean | undefined;
  const pushToBoth = (kind: 'default' | 'update', value: 'granted' | 'denied'): void => {
    for (const name of [DATA_LAYER, SERVICE_LAYER]) pushCommand(layerOf(globals, name), 'consent', kind, allPurposes(value));
  };
  return (granted) => {
    if (current === undefined) {
      pushToBoth('default', 'denied');
      current = false;
    }
    if (granted === current) return;
    pushToBoth('update', granted ? 'granted' : 'denied');
    current = granted;
  };
}
