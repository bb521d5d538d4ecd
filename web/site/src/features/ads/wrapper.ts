// The ad wrapper JAD (docs/spec/third-party.md, 2): the only code that touches `window.jad`.

import type { Setup } from '@marquee/rules/ads/setup.ts';
import { type Globals, callForeign, enqueue, pageGlobals } from '../../state/outside/foreign.ts';
import { type Provider, namesIn } from './provider.ts';

/** The wrapper as it is told things: in its queue, which works before and after its script has come (ADS-15 to ADS-22). */
export function wrapper(globals: Globals = pageGlobals()): Provider<Extract<Setup, { readonly kind: 'wrapper' }>> {
  const tell = (call: string, ...given: readonly unknown[]): void =>
    enqueue(namesIn(globals, 'jad'), 'cmd', () => callForeign(globals.get('jad'), `public.${call}`, ...given));
  return {
    configure: ({ config }) => tell('setConfig', config),
    loadPositions: () => tell('loadPositions'),
    display: () => tell('displayPositions'),
    // Its positions are asked for anew by loading and displaying them.
    refresh: () => {},
    // It has no word for it; the containers are emptied by who made them.
    empty: () => {},
  };
}
