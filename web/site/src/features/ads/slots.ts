// The slots in the page: their containers, and the room they have. The server rendered the rest (parts/ads/AdSlot.tsx).

import { type Extent, type Whereabouts, mayResize, wantedExtent } from '@marquee/rules/ads/fit.ts';
import { ADS_KEY } from '@marquee/rules/ads/head-script.ts';
import { hasAd, watchContent } from './filling.ts';

/** Before the browser has told. */
const UNKNOWN: Whereabouts = { isInView: true, isAbove: false };

/** A slot of the page. */
export interface PageSlot {
  /** The id of its container. */
  readonly container: string;
  /** Puts the container in. `isAtOnce` gives it its room under the visitor's eyes; otherwise that comes out of view. */
  readonly open: (isAtOnce: boolean) => void;
  /** Takes the container out; the room goes once it is out of view. */
  readonly close: () => void;
  /** Whether the container is there, and an ad may show at this width. */
  readonly isOpen: () => boolean;
  /** Waits for an ad; what was said before counts no more. */
  readonly expect: () => void;
  /** Hears of who knows whether an ad came; without a word the content of the container tells. */
  readonly hear: (isEmpty: boolean) => void;
  /** Takes it that there will be no ad, unless there is one by now. */
  readonly giveUp: () => void;
}

/** How far around the view a slot counts as seen, in px, for visitors who scroll fast. */
const AROUND_PX = 200;

/**
 * A slot, whose container is made in the browser (ADS-01, ADS-28), and whose room changes only out of view (ux 4). Nothing
 * where the page has no such slot.
 */
export function pageSlot(name: string, id: string): PageSlot | undefined {
  const room = document.querySelector<HTMLElement>(`[data-ad=${name}]`);
  const box = room?.querySelector<HTMLElement>('[data-ad-box]');
  if (!room || !box) return undefined;
  const container = document.createElement('div');
  container.id = id;

  const anchorsScroll = CSS.supports('overflow-anchor', 'auto');
  let where: Whereabouts = UNKNOWN;
  let said: boolean | undefined;
  let isAnswered = false;
  // Where the head kept no room there is none yet.
  let extent: Extent = ADS_KEY in document.documentElement.dataset ? 'kept' : 'closed';

  const show = (): void => {
    room.toggleAttribute('data-closed', extent === 'closed');
    box.style.blockSize = typeof extent === 'number' ? `${extent}px` : '';
  };
  const fit = (): void => {
    const isFilled = container.isConnected && (said ?? hasAd(container));
    room.toggleAttribute('data-filled', isFilled);
    const keptHeight = Number.parseFloat(getComputedStyle(box).getPropertyValue('--adH')) || 0;
    const wanted = wantedExtent({ isFilled, isAnswered, adHeight: container.scrollHeight, keptHeight });
    if (wanted === extent || !mayResize(where, anchorsScroll)) return;
    extent = wanted;
    show();
  };
  const contents = new MutationObserver(fit);
  const heights = new ResizeObserver(fit);
  const views = new IntersectionObserver(
    (entries) => {
      const last = entries.at(-1);
      if (last === undefined) return;
      where = { isInView: last.isIntersecting, isAbove: last.boundingClientRect.bottom <= 0 };
      fit();
    },
    { rootMargin: `${AROUND_PX}px` },
  );
  /** Where it is counts from now on: what was not displayed was in no view. */
  const look = (): void => {
    where = UNKNOWN;
    views.disconnect();
    views.observe(room);
  };
  const answer = (isThere: boolean | undefined): void => {
    said = isThere;
    isAnswered = true;
    fit();
  };

  return {
    container: id,
    open: (isAtOnce) => {
      if (isAtOnce) extent = 'kept';
      show();
      box.append(container);
      watchContent(container, contents);
      heights.observe(container);
      look();
    },
    close: () => {
      contents.disconnect();
      heights.disconnect();
      container.replaceChildren();
      container.remove();
      look();
      answer(false);
    },
    isOpen: () => container.isConnected && getComputedStyle(room).display !== 'none',
    expect: () => {
      said = undefined;
      isAnswered = false;
    },
    hear: (isEmpty) => answer(!isEmpty),
    giveUp: () => answer(said),
  };
}
