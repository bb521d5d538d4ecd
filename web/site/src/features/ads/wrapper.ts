// The ad wrapper JAD (docs/spec/third-party.md, 2). No other code accesses `window.jad`.

import type { Setup } from '@marquee/rules/ads/setup.ts';
import { type Globals, callThirdParty, enqueue, pageGlobals } from '../../state/outside/third-party-globals.ts';
import { type Provider, propertiesOf } from './provider.ts';

/** Controls the wrapper through its command queue, which works before and after its script has loaded (ADS-15 to ADS-22). */
export function wrapper(globals: Globals = pageGlobals()): Provider<Extract<Setup, { readonly kind: 'wrapper' }>> {
  const call = (method: string, ...args: readonly unknown[]): void =>
    enqueue(propertiesOf(globals, 'jad'), 'cmd', () => callThirdParty(globals.get('jad'), `public.${method}`, ...args));
  return {
    configure: ({ config }) => call('setConfig', config),
    loadPositions: () => call('loadPositions'),
    display: () => call('displayPositions'),
    // Loading and displaying the positions refreshes them.
    refresh: () => {},
    // The wrapper has no such call; start.tsx empties the containers.
    empty: () => {},
  };
}
