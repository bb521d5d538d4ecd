// Ads as they are asked for, again and no more: what happens when the page, its settings, consent or the member change
// (area ads).

import type { Ads } from '@marquee/api/schema.gen.ts';
import { DEBOUNCE_MS } from '../constants.ts';
import { type AdPage, type AdPageData, adPageData } from './page-data.ts';
import { scriptOf } from './positions.ts';
import { type Setup, setupOf } from './setup.ts';
import { type SizeMapping, readSizeMapping } from './size-mapping.ts';

/** What is known at a moment. */
export interface AdView {
  readonly ads: Ads;
  readonly page: AdPage;
  readonly isLoggedIn: boolean;
  /** `mayShowAds` of consent (ADS-09); what does not wait for consent by itself does here, since it asks other hosts. */
  readonly mayShow: boolean;
}

/** What the machine does. */
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
  /** Asks anew for every slot except the interstitial (ADS-10). */
  readonly refresh: () => void;
  /** Empties every container (ADS-13). */
  readonly empty: () => void;
  /** Calls `then` after so many ms, unless the returned function is called before. */
  readonly after: (ms: number, then: () => void) => () => void;
  readonly warn: (problem: string) => void;
}

export interface AdsMachine {
  /** Tells what is so now; the ads follow when nothing has changed for a while (ADS-12). */
  readonly update: (view: AdView) => void;
}

/** What is on the page. */
interface Shown {
  readonly place: string;
  /** Changes when ads are to be configured again (ADS-11). */
  readonly key: string;
}

export function adsMachine(effects: AdEffects): AdsMachine {
  let latest: AdView | undefined;
  let shown: Shown | undefined;
  let published = '';
  let cancel = (): void => {};
  const mappings = new Map<string, SizeMapping>();

  /** Problems of a mapping are told once. */
  function mappingOf({ sizeMapping, customKeys }: Ads): SizeMapping {
    const key = JSON.stringify([sizeMapping, customKeys]);
    const known = mappings.get(key);
    if (known !== undefined) return known;
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

  /** `coming` tells whether the script came. */
  async function settle(view: AdView, coming: Promise<boolean> | undefined): Promise<void> {
    publish(view);
    if (coming === undefined) return;
    const input = { ...view, mapping: mappingOf(view.ads) };
    const isThere = await coming;
    // A newer one waits for rest of its own, and without the script there is nothing to ask.
    const setup = setupOf({ ...input, containers: effects.containers() });
    if (!isThere || view !== latest || setup === undefined) return;
    // What the visitor closed meanwhile is no reason to ask anew.
    show(setup, JSON.stringify([setupOf(input), view.isLoggedIn]));
  }

  function show(setup: Setup, key: string): void {
    if (key === shown?.key) return;
    const before = shown?.place;
    shown = { place: setup.place, key };
    if (setup.kind === 'tag' && before === setup.place) {
      effects.configure(setup);
      effects.refresh();
      return;
    }
    if (before !== undefined && before !== setup.place) effects.empty();
    effects.configure(setup);
    effects.loadPositions();
    effects.display();
  }

  function stop(): void {
    if (shown === undefined) return;
    shown = undefined;
    effects.empty();
  }

  return {
    update: (view) => {
      latest = view;
      cancel();
      const src = scriptOf(view.ads);
      // It comes while the page comes to rest.
      const coming =
        view.mayShow && src !== ''
          ? effects.loadScript(src).then(
              () => true,
              () => false,
            )
          : undefined;
      cancel = effects.after(DEBOUNCE_MS, () => void settle(view, coming));
      if (!view.mayShow) stop();
    },
  };
}
