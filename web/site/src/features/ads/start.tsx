// Ads in the browser (area ads). Loaded only on sites with ads. The rules are in rules/ads; this file connects them to the page.

import { type AdsMachine, adsMachine } from '@marquee/rules/ads/ads-machine.ts';
import { ADS_KEY } from '@marquee/rules/ads/head-script.ts';
import { adPageOf } from '@marquee/rules/ads/page-data.ts';
import { containerOf, customContainerOf, customKeysOf, hasInterstitial } from '@marquee/rules/ads/positions.ts';
import { mayInterrupt, readSizeMapping } from '@marquee/rules/ads/size-mapping.ts';
import { customName } from '@marquee/rules/ads/slot-name.ts';
import { mayShowAds } from '@marquee/rules/consent.ts';
import type { Ads } from '@marquee/api/schema.gen.ts';
import type { LaterMessages } from '../../messages/messages.ts';
import { loadScript, pageScripts } from '../../state/load-script.ts';
import { sendsGpc } from '../../state/outside/consent/global-privacy-control.ts';
import { enqueue, pageGlobals } from '../../state/outside/third-party-globals.ts';
import type { ThirdPartyContext } from '../../state/outside/third-party-context.ts';
import { openInterstitial } from './Interstitial.tsx';
import { hasHappened, storeReservesSpace, recordEvent } from './ad-storage.ts';
import type { AdOverlay } from './ad-overlay.ts';
import { openPulse } from './Pulse.tsx';
import { pageSlot } from './slots.ts';
import { tag } from './tag.ts';
import { wrapper } from './wrapper.ts';

/** Time to wait for an ad before a slot counts as empty, in ms. */
const AD_TIMEOUT_MS = 5000;
/** Time after a visitor's input during which layout shifts are acceptable, in ms. Browsers exclude 500 ms from the layout shift score. */
const INPUT_WINDOW_MS = 400;

type Texts = LaterMessages['ads'];

/**
 * Starts the ads of a page. Does nothing if the site has no ads, or on a page of the member area unless the operator allows ads
 * there (security 6.2).
 */
export function startAds(
  { thirdParties: { ads }, data, consent, isSignedIn, isConsentNoticeOpen }: ThirdPartyContext,
  texts: Texts,
): void {
  const { page, site } = data;
  if (ads === undefined || site.outside?.ads === undefined || (page.kind === 'member' && !ads.onMemberPages)) return;
  const adContainers = createAdContainers(ads, texts, site.name, isConsentNoticeOpen);
  const machine = machineOf(adContainers, () => consent.get().hasDenied || sendsGpc());
  const adPage = adPageOf(data, location.origin);
  const hadRecentInput = trackInput();

  const update = (): void => {
    const view = consent.get();
    const mayShow = mayShowAds(view);
    // The machine removes its slots before `close` removes their containers.
    machine.update({ ads, page: adPage, isLoggedIn: isSignedIn.get() === true, mayShow });
    // Until the consent tool has loaded, keep what the head script decided.
    if (!mayShow && !view.isReady && view.consent !== false) return;
    if (view.hasNotice) storeReservesSpace(mayShow);
    if (mayShow) adContainers.open(hadRecentInput());
    else adContainers.close(hadRecentInput());
  };
  consent.subscribe(update);
  isSignedIn.subscribe(update);
  update();
}

/** All slots and overlays of a page. */
interface AdContainers {
  /** Adds the containers. Slots in view get their space immediately only if the visitor has just interacted with the page. */
  readonly open: (hadInput: boolean) => void;
  readonly close: (hadInput: boolean) => void;
  /** Ids of the containers that may get an ad now. */
  readonly containers: () => string[];
  /** Waits for ads. After a timeout, slots without an ad count as empty. */
  readonly expect: () => void;
  /** Reports whether the provider rendered an ad in a container. */
  readonly onRendered: (container: string, isEmpty: boolean) => void;
  /** Removes the content of all containers. */
  readonly empty: () => void;
}

function createAdContainers(ads: Ads, texts: Texts, siteName: string, isConsentNoticeOpen: () => boolean): AdContainers {
  const { dataset } = document.documentElement;
  const namedSlots = [
    ['header', containerOf('header')],
    ['footer', containerOf('footer')],
    ...customKeysOf(ads).map((key, index) => [customName(index), customContainerOf(key)] as const),
  ] as const;
  const slots = namedSlots.flatMap(([name, container]) => pageSlot(name, container) ?? []);
  let overlays: AdOverlay[] = [];
  let isOpen: boolean | undefined;
  let timeout: ReturnType<typeof setTimeout> | undefined;

  const openOverlays = (): AdOverlay[] => {
    const opened: AdOverlay[] = [];
    if (ads.locations.includes('PULSE') && !hasHappened('ads-pulse')) opened.push(openPulse(texts, () => recordEvent('ads-pulse')));
    const { mapping } = readSizeMapping(ads.sizeMapping, ads.customKeys);
    // Without prior consent, the consent notice may be open at the same time: then the interstitial waits for a later page.
    if (hasInterstitial(ads) && !hasHappened('ads-interstitial') && mayInterrupt(mapping, innerWidth) && !isConsentNoticeOpen()) {
      // Recorded even if no ad is rendered: the interstitial gets one attempt a session.
      recordEvent('ads-interstitial');
      opened.push(openInterstitial({ texts, site: siteName, isConsentNoticeOpen }));
    }
    return opened;
  };
  const all = (): readonly Pick<AdOverlay, 'container' | 'onRendered'>[] => [...slots, ...overlays];
  const isInPage = ({ container }: AdOverlay): boolean => document.getElementById(container) !== null;
  const expect = (): void => {
    clearTimeout(timeout);
    for (const slot of slots) slot.expect();
    timeout = setTimeout(() => slots.forEach((slot) => slot.giveUp()), AD_TIMEOUT_MS);
  };

  return {
    open: (hadInput) => {
      if (isOpen === true) return;
      isOpen = true;
      for (const slot of slots) slot.open(hadInput);
      overlays = openOverlays();
      dataset[ADS_KEY] = '';
      // Starts the timeout even if the provider's script never loads.
      expect();
    },
    close: (hadInput) => {
      if (isOpen === false) return;
      isOpen = false;
      clearTimeout(timeout);
      for (const slot of slots) slot.close();
      for (const overlay of overlays) overlay.remove();
      overlays = [];
      if (hadInput) delete dataset[ADS_KEY];
    },
    containers: () => [...slots.filter((slot) => slot.isOpen()), ...overlays.filter(isInPage)].map(({ container }) => container),
    expect,
    onRendered: (container, isEmpty) =>
      all()
        .find((slot) => slot.container === container)
        ?.onRendered(isEmpty),
    empty: () => all().forEach(({ container }) => document.getElementById(container)?.replaceChildren()),
  };
}

function machineOf(adContainers: AdContainers, restrictsData: () => boolean): AdsMachine {
  const globals = pageGlobals();
  const providers = { wrapper: wrapper(globals), tag: tag({ ...globals, restrictsData, onRender: adContainers.onRendered }) };
  let current: 'wrapper' | 'tag' = 'wrapper';
  return adsMachine({
    publish: (data) => enqueue(globals, 'dataLayer', { event: 'adPageData', ...data }),
    loadScript: (src) => loadScript(pageScripts(), `ads-script-${src}`, src),
    containers: adContainers.containers,
    configure: (setup) => {
      current = setup.kind;
      if (setup.kind === 'wrapper') providers.wrapper.configure(setup);
      else providers.tag.configure(setup);
    },
    loadPositions: () => providers[current].loadPositions(),
    display: () => {
      adContainers.expect();
      providers[current].display();
    },
    refresh: () => providers[current].refresh(),
    empty: () => {
      providers[current].empty();
      adContainers.empty();
    },
    after: (ms, run) => {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
    // oxlint-disable-next-line no-console -- for the operator who wrote the size mapping
    warn: (problem) => console.warn(problem),
  });
}

/** Returns a function that tells whether the visitor clicked, tapped or pressed a key within the last `INPUT_WINDOW_MS`. */
function trackInput(): () => boolean {
  let last = -Infinity;
  const record = (): void => {
    last = performance.now();
  };
  for (const type of ['click', 'keydown', 'pointerup']) addEventListener(type, record, { capture: true, passive: true });
  return () => performance.now() - last < INPUT_WINDOW_MS;
}
