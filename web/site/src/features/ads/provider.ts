// The common interface of the ad wrapper and the ad tag.

import type { Setup } from '@marquee/rules/ads/setup.ts';
import type { Globals } from '../../state/outside/third-party-globals.ts';

export interface Provider<Config extends Setup = Setup> {
  readonly configure: (setup: Config) => void;
  readonly loadPositions: () => void;
  readonly display: () => void;
  /** Requests new ads for all slots except the interstitial (ADS-10). */
  readonly refresh: () => void;
  /** Removes all slots. */
  readonly empty: () => void;
}

/** The properties of a global object, such as `googletag`. Creates the object if its script has not loaded yet. */
export function propertiesOf({ get, set }: Globals, name: string): Globals {
  const existing = get(name);
  const object = (typeof existing === 'object' && existing !== null) || typeof existing === 'function' ? existing : {};
  if (object !== existing) set(name, object);
  return { get: (property) => Reflect.get(object, property), set: (property, value) => void Reflect.set(object, property, value) };
}
