// Ads in the browser: loaded only where a site has them (area ads). The rules are in rules/ads; here they meet the page.

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
import { hasPrivacySignal } from '../../state/outside/consent/signal.ts';
import { enqueue, pageGlobals } from '../../state/outside/foreign.ts';
import type { Surroundings } from '../../state/outside/surroundings.ts';
import { openInterstitial } from './Interstitial.tsx';
import { hasHappened, keepRoom, noteThat } from './memory.ts';
import type { AdPart } from './part.ts';
import { openPulse } from './Pulse.tsx';
import { pageSlot } from './slots.ts';
import { tag } from './tag.ts';
import { wrapper } from './wrapper.ts';

/** How long an ad is waited for before a slot counts as empty, in ms. */
const PATIENCE_MS = 5000;
/** How long after a move of the visitor the page may change under their eyes, in ms; half a second is what browsers allow. */
const ANSWER_MS = 400;

type Words = LaterMessages['ads'];

/**
 * Starts the ads of a page that is at ease, where it may have any: on pages of the member area only if the operator says so
 * (security 6.2).
 */
export function startAds({ parties: { ads }, data, consent, isSignedIn, isAsking }: Surroundings, words: Words): void {
  const { page, site } = data;
  if (ads === undefined || site.outside?.ads === undefined || (page.kind === 'member' && !ads.onMemberPages)) return;
  const places = adPlaces(ads, words, site.name, isAsking);
  const machine = machineOf(places, () => consent.get().hasDenied || hasPrivacySignal());
  const adPage = adPageOf(data, location.origin);
  const hasJustMoved = movesOf();

  const follow = (): void => {
    const view = consent.get();
    const mayShow = mayShowAds(view);
    // Its slots end before their containers do.
    machine.update({ ads, page: adPage, isLoggedIn: isSignedIn.get() === true, mayShow });
    // Until the consent tool has come, the page stays as the head left it.
    if (!mayShow && !view.isReady && view.consent !== false) return;
    if (view.hasNotice) keepRoom(mayShow);
    if (mayShow) places.open(hasJustMoved());
    else places.close(hasJustMoved());
  };
  consent.subscribe(follow);
  isSignedIn.subscribe(follow);
  follow();
}

/** The places for ads in a page. */
interface Places {
  /** Makes them. What is in view gets its room at once only as the answer to a move of the visitor. */
  readonly open: (isAnswer: boolean) => void;
  readonly close: (isAnswer: boolean) => void;
  /** Ids of the containers that an ad may come into now. */
  readonly containers: () => string[];
  /** Waits for ads, and takes it after a while that what is empty stays empty. */
  readonly expect: () => void;
  readonly hear: (container: string, isEmpty: boolean) => void;
  readonly empty: () => void;
}

function adPlaces(ads: Ads, words: Words, siteName: string, isAsking: () => boolean): Places {
  const { dataset } = document.documentElement;
  const named = [
    ['header', containerOf('header')],
    ['footer', containerOf('footer')],
    ...customKeysOf(ads).map((key, index) => [customName(index), customContainerOf(key)] as const),
  ] as const;
  const slots = named.flatMap(([name, container]) => pageSlot(name, container) ?? []);
  let overlays: AdPart[] = [];
  let isOpen: boolean | undefined;
  let patience: ReturnType<typeof setTimeout> | undefined;

  const openOverlays = (): AdPart[] => {
    const parts: AdPart[] = [];
    if (ads.locations.includes('PULSE') && !hasHappened('ads-pulse')) parts.push(openPulse(words, () => noteThat('ads-pulse')));
    const { mapping } = readSizeMapping(ads.sizeMapping, ads.customKeys);
    // Where consent is not waited for, the notice may still ask: then it has its turn on a later page.
    if (hasInterstitial(ads) && !hasHappened('ads-interstitial') && mayInterrupt(mapping, innerWidth) && !isAsking()) {
      // The first page of the session, whatever comes of it.
      noteThat('ads-interstitial');
      parts.push(openInterstitial({ words, site: siteName, isAsking }));
    }
    return parts;
  };
  const all = (): readonly Pick<AdPart, 'container' | 'hear'>[] => [...slots, ...overlays];
  const isInPage = ({ container }: AdPart): boolean => document.getElementById(container) !== null;
  const expect = (): void => {
    clearTimeout(patience);
    for (const slot of slots) slot.expect();
    patience = setTimeout(() => slots.forEach((slot) => slot.giveUp()), PATIENCE_MS);
  };

  return {
    open: (isAnswer) => {
      if (isOpen === true) return;
      isOpen = true;
      for (const slot of slots) slot.open(isAnswer);
      overlays = openOverlays();
      dataset[ADS_KEY] = '';
      // The script may never come.
      expect();
    },
    close: (isAnswer) => {
      if (isOpen === false) return;
      isOpen = false;
      clearTimeout(patience);
      for (const slot of slots) slot.close();
      for (const part of overlays) part.remove();
      overlays = [];
      if (isAnswer) delete dataset[ADS_KEY];
    },
    containers: () => [...slots.filter((slot) => slot.isOpen()), ...overlays.filter(isInPage)].map(({ container }) => container),
    expect,
    hear: (container, isEmpty) => all().find((part) => part.container === container)?.hear(isEmpty),
    empty: () => all().forEach(({ container }) => document.getElementById(container)?.replaceChildren()),
  };
}

function machineOf(places: Places, restrictsData: () => boolean): AdsMachine {
  const globals = pageGlobals();
  const providers = { wrapper: wrapper(globals), tag: tag({ ...globals, restrictsData, onRender: places.hear }) };
  let current: 'wrapper' | 'tag' = 'wrapper';
  return adsMachine({
    publish: (data) => enqueue(globals, 'dataLayer', { event: 'adPageData', ...data }),
    loadScript: (src) => loadScript(pageScripts(), `ads-script-${src}`, src),
    containers: places.containers,
    configure: (setup) => {
      current = setup.kind;
      if (setup.kind === 'wrapper') providers.wrapper.configure(setup);
      else providers.tag.configure(setup);
    },
    loadPositions: () => providers[current].loadPositions(),
    display: () => {
      places.expect();
      providers[current].display();
    },
    refresh: () => providers[current].refresh(),
    empty: () => {
      providers[current].empty();
      places.empty();
    },
    after: (ms, run) => {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
    // oxlint-disable-next-line no-console -- for the operator, who wrote the mapping
    warn: (problem) => console.warn(problem),
  });
}

/** Whether the visitor did something a moment ago that the page may answer. */
function movesOf(): () => boolean {
  let last = -Infinity;
  const note = (): void => {
    last = performance.now();
  };
  for (const move of ['click', 'keydown', 'pointerup']) addEventListener(move, note, { capture: true, passive: true });
  return () => performance.now() - last < ANSWER_MS;
}
