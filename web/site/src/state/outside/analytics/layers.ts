// The data layers: lists in which tags find what they are told, before they load and after (ANLY-16).

import { DATA_LAYER, SERVICE_LAYER } from '@marquee/rules/analytics/facts.ts';

/** The page's global object. */
export type Globals = object;

/** A data layer, made when it is not there yet. */
export function layerOf(globals: Globals, name: string): unknown[] {
  const found: unknown = Reflect.get(globals, name);
  if (Array.isArray(found)) return found;
  const layer: unknown[] = [];
  Reflect.set(globals, name, layer);
  return layer;
}

/** Puts a command into a queue of this name, which is a list until its script takes over and has a `push` of its own then. */
export function enqueue(globals: Globals, name: string, command: unknown): void {
  const found: unknown = Reflect.get(globals, name);
  if (typeof found === 'object' && found !== null && 'push' in found && typeof found.push === 'function') found.push(command);
  else layerOf(globals, name).push(command);
}

/** Tells a layer a command, which tags know from other entries by its being the arguments of a call. */
export function tell(layer: unknown[], ...words: readonly unknown[]): void {
  const gtag: (...given: readonly unknown[]) => void = function gtag() {
    // oxlint-disable-next-line prefer-rest-params -- an array is not taken for a command
    layer.push(arguments);
  };
  gtag(...words);
}

/** What tags of Google ask consent for. */
const PURPOSES = ['ad_storage', 'analytics_storage', 'ad_user_data', 'ad_personalization'] as const;

const choice = (value: 'granted' | 'denied'): Readonly<Record<string, string>> => Object.fromEntries(PURPOSES.map((purpose) => [purpose, value]));

/** Tells tags what consent there is. */
export type TellConsent = (granted: boolean) => void;

/** Both layers are told that everything is denied before they are told anything else, and then of every change (CONS-03). */
export function consentMode(globals: Globals): TellConsent {
  let told: boolean | undefined;
  const both = (kind: 'default' | 'update', value: 'granted' | 'denied'): void => {
    for (const name of [DATA_LAYER, SERVICE_LAYER]) tell(layerOf(globals, name), 'consent', kind, choice(value));
  };
  return (granted) => {
    if (told === undefined) {
      both('default', 'denied');
      told = false;
    }
    if (granted === told) return;
    both('update', granted ? 'granted' : 'denied');
    told = granted;
  };
}
