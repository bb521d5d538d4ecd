// The ad tag GPT (docs/spec/third-party.md, 2): the only code that touches `window.googletag`.

import type { Setup, TagSlot } from '@marquee/rules/ads/setup.ts';
import type { AdSize, Viewport } from '@marquee/rules/ads/size-mapping.ts';
import { type Globals, callForeign, enqueue } from '../../state/outside/foreign.ts';
import { type Provider, namesIn } from './provider.ts';

/** What of the page the tag needs. */
export interface TagPage extends Globals {
  /** Whether the visitor wants no data processed beyond what an ad needs. */
  readonly restrictsData: () => boolean;
  /** Hears whether an ad came into a container. */
  readonly onRender: (container: string, isEmpty: boolean) => void;
}

/** The tag as it is told things: in its queue, which works before and after its script has come (ADS-08, ADS-27 to ADS-30). */
export function tag(page: TagPage): Provider<Extract<Setup, { readonly kind: 'tag' }>> {
  const slots = new Map<string, { readonly slot: unknown; readonly isInterstitial: boolean }>();
  let isEnabled = false;
  const whenThere = (run: () => void): void => enqueue(namesIn(page, 'googletag'), 'cmd', run);
  const call = (path: string, ...given: readonly unknown[]): unknown => callForeign(page.get('googletag'), path, ...given);
  const callAds = (path: string, ...given: readonly unknown[]): unknown => callForeign(call('pubads'), path, ...given);

  function define({ path, container, sizes }: TagSlot): void {
    const slot =
      sizes === 'interstitial' ? call('defineOutOfPageSlot', path, container) : call('defineSlot', path, sizes === 'fluid' ? 'fluid' : allSizes(sizes), container);
    // Null where the page or the device is not supported.
    if (slot === null || slot === undefined) return;
    if (typeof sizes !== 'string') mapSizes(slot, sizes);
    callForeign(slot, 'addService', call('pubads'));
    slots.set(container, { slot, isInterstitial: sizes === 'interstitial' });
  }

  /** Viewports are told from the largest to the smallest (ADS-29); below the smallest no ad shows. */
  function mapSizes(slot: unknown, viewports: readonly Viewport[]): void {
    const builder = call('sizeMapping');
    for (const { from, sizes } of viewports) callForeign(builder, 'addSize', [from, 0], sizes);
    if (viewports.at(-1)?.from !== 0) callForeign(builder, 'addSize', [0, 0], []);
    const mapping = callForeign(builder, 'build');
    if (mapping !== null && mapping !== undefined) callForeign(slot, 'defineSizeMapping', mapping);
  }

  /** What holds for the page, and must be said before the first request. */
  function enable(): void {
    if (isEnabled) return;
    isEnabled = true;
    call('setConfig', {
      singleRequest: true,
      // The room of a slot is the page's to give and to take.
      collapseDiv: 'DISABLED',
      adExpansion: { enabled: false },
      // Ads stand in frames that keep to themselves (security 6.11).
      safeFrame: { forceSafeFrame: true, sandbox: true },
    });
    callAds('setForceSafeFrame', true);
    callAds('addEventListener', 'slotRenderEnded', (event: unknown) => {
      const container = callForeign(event, 'slot.getSlotElementId');
      if (typeof container === 'string' && typeof event === 'object' && event !== null && 'isEmpty' in event) page.onRender(container, event.isEmpty === true);
    });
    call('enableServices');
  }

  return {
    configure: ({ slots: wanted, targeting }) =>
      whenThere(() => {
        call('setConfig', { targeting: Object.fromEntries(Object.entries(targeting).map(([name, value]) => [name, value === '' ? null : value])) });
        if (page.restrictsData()) callAds('setPrivacySettings', { restrictDataProcessing: true });
        for (const slot of wanted) if (!slots.has(slot.container)) define(slot);
        enable();
      }),
    loadPositions: () => {},
    display: () => whenThere(() => [...slots.keys()].forEach((container) => call('display', container))),
    refresh: () => whenThere(() => callAds('refresh', [...slots.values()].flatMap(({ slot, isInterstitial }) => (isInterstitial ? [] : [slot])))),
    empty: () =>
      whenThere(() => {
        if (slots.size > 0) call('destroySlots', [...slots.values()].map(({ slot }) => slot));
        slots.clear();
      }),
  };
}

/** Every size of a slot, none twice. */
function allSizes(viewports: readonly Viewport[]): AdSize[] {
  const sizes = new Map(viewports.flatMap((viewport) => viewport.sizes).map((size) => [String(size), size]));
  return [...sizes.values()];
}
