// The ad tag GPT (docs/spec/third-party.md, 2). No other code accesses `window.googletag`.

import type { Setup, TagSlot } from '@marquee/rules/ads/setup.ts';
import type { AdSize, Viewport } from '@marquee/rules/ads/size-mapping.ts';
import { type Globals, callThirdParty, enqueue } from '../../state/outside/third-party-globals.ts';
import { type Provider, propertiesOf } from './provider.ts';

/** What the tag needs from the page. */
export interface TagPage extends Globals {
  /** Whether data processing is restricted to what an ad needs. */
  readonly restrictsData: () => boolean;
  /** Called when a slot was rendered, with or without an ad. */
  readonly onRender: (container: string, isEmpty: boolean) => void;
}

/** Controls the tag through its command queue, which works before and after its script has loaded (ADS-08, ADS-27 to ADS-30). */
export function tag(page: TagPage): Provider<Extract<Setup, { readonly kind: 'tag' }>> {
  const slots = new Map<string, { readonly slot: unknown; readonly isInterstitial: boolean }>();
  let isEnabled = false;
  const whenLoaded = (run: () => void): void => enqueue(propertiesOf(page, 'googletag'), 'cmd', run);
  const call = (path: string, ...args: readonly unknown[]): unknown => callThirdParty(page.get('googletag'), path, ...args);
  const callAds = (path: string, ...args: readonly unknown[]): unknown => callThirdParty(call('pubads'), path, ...args);

  function define({ path, container, sizes }: TagSlot): void {
    const slot =
      sizes === 'interstitial'
        ? call('defineOutOfPageSlot', path, container)
        : call('defineSlot', path, sizes === 'fluid' ? 'fluid' : distinctSizes(sizes), container);
    // Null if GPT does not support the page or the device.
    if (slot === null || slot === undefined) return;
    if (typeof sizes !== 'string') mapSizes(slot, sizes);
    callThirdParty(slot, 'addService', call('pubads'));
    slots.set(container, { slot, isInterstitial: sizes === 'interstitial' });
  }

  /** Adds the viewports from the largest to the smallest (ADS-29). Below the smallest, no ad is shown. */
  function mapSizes(slot: unknown, viewports: readonly Viewport[]): void {
    const builder = call('sizeMapping');
    for (const { from, sizes } of viewports) callThirdParty(builder, 'addSize', [from, 0], sizes);
    if (viewports.at(-1)?.from !== 0) callThirdParty(builder, 'addSize', [0, 0], []);
    const mapping = callThirdParty(builder, 'build');
    if (mapping !== null && mapping !== undefined) callThirdParty(slot, 'defineSizeMapping', mapping);
  }

  /** Sets the options of the page; they must precede the first request. */
  function enable(): void {
    if (isEnabled) return;
    isEnabled = true;
    call('setConfig', {
      singleRequest: true,
      // slots.ts controls the size of a slot.
      collapseDiv: 'DISABLED',
      adExpansion: { enabled: false },
      // Ads are isolated in sandboxed frames (security 6.11).
      safeFrame: { forceSafeFrame: true, sandbox: true },
    });
    callAds('setForceSafeFrame', true);
    callAds('addEventListener', 'slotRenderEnded', (event: unknown) => {
      const container = callThirdParty(event, 'slot.getSlotElementId');
      if (typeof container === 'string' && typeof event === 'object' && event !== null && 'isEmpty' in event)
        page.onRender(container, event.isEmpty === true);
    });
    call('enableServices');
  }

  return {
    configure: ({ slots: requested, targeting }) =>
      whenLoaded(() => {
        call('setConfig', {
          targeting: Object.fromEntries(Object.entries(targeting).map(([name, value]) => [name, value === '' ? null : value])),
        });
        if (page.restrictsData()) callAds('setPrivacySettings', { restrictDataProcessing: true });
        for (const slot of requested) if (!slots.has(slot.container)) define(slot);
        enable();
      }),
    loadPositions: () => {},
    display: () => whenLoaded(() => [...slots.keys()].forEach((container) => call('display', container))),
    refresh: () =>
      whenLoaded(() =>
        callAds(
          'refresh',
          [...slots.values()].flatMap(({ slot, isInterstitial }) => (isInterstitial ? [] : [slot])),
        ),
      ),
    empty: () =>
      whenLoaded(() => {
        if (slots.size > 0)
          call(
            'destroySlots',
            [...slots.values()].map(({ slot }) => slot),
          );
        slots.clear();
      }),
  };
}

/** The distinct sizes of a slot. */
function distinctSizes(viewports: readonly Viewport[]): AdSize[] {
  const sizes = new Map(viewports.flatMap((viewport) => viewport.sizes).map((size) => [String(size), size]));
  return [...sizes.values()];
}
