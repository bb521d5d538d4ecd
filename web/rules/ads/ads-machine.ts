// The state machine of ads: what happens when the page, its settings, consent or the member change (area ads).

import type { Ads } from '@marquee/api/schema.gen.ts';
import { DEBOUNCE_MS } from '../constants.ts';
import { type AdPage, type AdPageData, adPageData } from './page-data.ts';
import { scriptOf } from './positions.ts';
import { type Setup, setupOf } from './setup.ts';
import { type SizeMapping, readSizeMapping } from './size-mapping.ts';

/** The current page, its settings, consent and the member. */
export interface AdView {
  readonly ads: Ads;
  readonly page: AdPage;
  readonly isLoggedIn: boolean;
  /** `mayShowAds` of consent (ADS-09). All ads wait for it, because their scripts make requests to other hosts. */
  readonly mayShow: boolean;
}

/** The side effects of the machine. */
export interface AdEffects {
  /** Puts the page-level data into the data layer (ADS-31). */
  readonly publish: (data: AdPageData) => void;
  /** Loads the script of the wrapper or the tag, once. */
  readonly loadScript: (src: string) => Promise<void>;
  /** The ids of the containers in the page. */
  readonly containers: () => readonly string[];
  readonly configure: (setup: Setup) => void;
  readonly loadPositions: () => void;
  readonly display: () => void;
  /** Requests new ads for every slot except the interstitial (ADS-10). */
  readonly refresh: () => void;
  /** Empties every container (ADS-13). */
  readonly empty: () => void;
  /** Calls `then` after a delay in ms; the returned function cancels it. */
  readonly after: (ms: number, then: () => void) => () => void;
  readonly warn: (problem: string) => void;
}

export interface AdsMachine {
  /** Sets the current state; the ads follow after the debounce delay (ADS-12). */
  readonly update: (view: AdView) => void;
}

/** The configured ads. */
interface ConfiguredAds {
  /** `slotsKey` of the setup. */
  readonly slotsKey: string;
  /** If it changes, ads are configured again (ADS-11). */
  readonly key: string;
}

export function adsMachine(effects: AdEffects): AdsMachine {
  let latest: AdView | undefined;
  let configured: ConfiguredAds | undefined;
  let published = '';
  let cancel = (): void => {};
  const mappings = new Map<string, SizeMapping>();

  /** Parses the size mapping; each mapping's problems are logged once. */
  function mappingOf({ sizeMapping, customKeys }: Ads): SizeMapping {
    const key = JSON.stringify([sizeMapping, customKeys]);
    const cached = mappings.get(key);
    if (cached !== undefined) return cached;
    const { mapping, problems } = readSizeMapping(sizeMapping, customKeys);
    mappings.set(key, mapping);
    problems.forEach(effects.warn);
    return mapping;
  }

  function publish({ ads, page, isLoggedIn }: AdView): void {
    const data = adPageData(ads, page, isLoggedIn);
    const text = JSON.stringify(data);
    if (text === published) return;
    published = text;
    effects.publish(data);
  }

  /** Configures the ads for a view. `loading` resolves to whether the script loaded; undefined if none may load. */
  async function configure(view: AdView, loading: Promise<boolean> | undefined): Promise<void> {
    publish(view);
    if (loading === undefined) return;
    const input = { ...view, mapping: mappingOf(view.ads) };
    const isLoaded = await loading;
    // A newer view has its own debounce delay.
    const setup = setupOf({ ...input, containers: effects.containers() });
    if (!isLoaded || view !== latest || setup === undefined) return;
    // The key leaves out the containers, so that closing one slot does not request the other ads again.
    applySetup(setup, JSON.stringify([setupOf(input), view.isLoggedIn]));
  }

  function applySetup(setup: Setup, key: string): void {
    if (key === configured?.key) return;
    const previousSlotsKey = configured?.slotsKey;
    configured = { slotsKey: setup.slotsKey, key };
    if (setup.kind === 'tag' && previousSlotsKey === setup.slotsKey) {
      effects.configure(setup);
      effects.refresh();
      return;
    }
    if (previousSlotsKey !== undefined && previousSlotsKey !== setup.slotsKey) effects.empty();
    effects.configure(setup);
    effects.loadPositions();
    effects.display();
  }

  function stop(): void {
    if (configured === undefined) return;
    configured = undefined;
    effects.empty();
  }

  return {
    update: (view) => {
      latest = view;
      cancel();
      const src = scriptOf(view.ads);
      // The script loads during the debounce delay.
      const loading =
        view.mayShow && src !== ''
          ? effects.loadScript(src).then(
              () => true,
              () => false,
            )
          : undefined;
      cancel = effects.after(DEBOUNCE_MS, () => void configure(view, loading));
      if (!view.mayShow) stop();
    },
  };
}
