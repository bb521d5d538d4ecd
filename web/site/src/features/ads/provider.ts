// What brings ads, to the rest of this folder: the wrapper and the ad tag are the same.

import type { Setup } from '@marquee/rules/ads/setup.ts';
import type { Globals } from '../../state/outside/foreign.ts';

export interface Provider<Made extends Setup = Setup> {
  readonly configure: (setup: Made) => void;
  readonly loadPositions: () => void;
  readonly display: () => void;
  /** Asks anew for every slot except the interstitial (ADS-10). */
  readonly refresh: () => void;
  /** Forgets what it made. */
  readonly empty: () => void;
}

/** The names in an object of the page, such as `googletag`; it is made where its script has not come yet. */
export function namesIn({ get, set }: Globals, name: string): Globals {
  const known = get(name);
  const object = (typeof known === 'object' && known !== null) || typeof known === 'function' ? known : {};
  if (object !== known) set(name, object);
  return { get: (inner) => Reflect.get(object, inner), set: (inner, value) => void Reflect.set(object, inner, value) };
}
