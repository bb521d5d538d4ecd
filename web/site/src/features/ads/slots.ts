// The ad slots in the page: their containers and reserved space. The server renders the rest (parts/ads/AdSlot.tsx).

import { type SlotHeight, type ViewPosition, mayResize, targetHeight } from '@marquee/rules/ads/fit.ts';
import { ADS_KEY } from '@marquee/rules/ads/head-script.ts';
import { hasAd, watchContent } from './ad-content.ts';

/** Assumed position until the browser reports it. */
const UNKNOWN_POSITION: ViewPosition = { isInView: true, isAbove: false };

/** An ad slot in the page. */
export interface PageSlot {
  /** Id of the container. */
  readonly container: string;
  /** Adds the container. `isImmediate` reserves the space even in view; otherwise it is reserved once the slot is out of view. */
  readonly open: (isImmediate: boolean) => void;
  /** Removes the container. The space collapses once the slot is out of view. */
  readonly close: () => void;
  /** Whether the container is in the page and the slot is displayed at this width. */
  readonly isOpen: () => boolean;
  /** Waits for a new ad and discards the last report. */
  readonly expect: () => void;
  /** Reports whether the provider rendered an ad. Until then, the content of the container decides. */
  readonly onRendered: (isEmpty: boolean) => void;
  /** Stops waiting: the slot counts as empty unless it has an ad. */
  readonly giveUp: () => void;
}

/** Margin around the viewport within which a slot counts as in view, in px, for fast scrolling. */
const VIEW_MARGIN_PX = 200;

/**
 * Creates the container of a slot in the page (ADS-01, ADS-28). The size of the slot changes only while it is out of view (ux 4).
 * Returns undefined if the page has no such slot.
 */
export function pageSlot(name: string, id: string): PageSlot | undefined {
  const slot = document.querySelector<HTMLElement>(`[data-ad=${name}]`);
  const box = slot?.querySelector<HTMLElement>('[data-ad-box]');
  if (!slot || !box) return undefined;
  const container = document.createElement('div');
  container.id = id;

  const anchorsScroll = CSS.supports('overflow-anchor', 'auto');
  let position: ViewPosition = UNKNOWN_POSITION;
  /** Whether the slot has an ad, according to the provider; undefined until it reports. */
  let reported: boolean | undefined;
  let isSettled = false;
  // The head script sets the attribute if it has reserved the space.
  let height: SlotHeight = ADS_KEY in document.documentElement.dataset ? 'reserved' : 'closed';

  const applyHeight = (): void => {
    slot.toggleAttribute('data-closed', height === 'closed');
    box.style.blockSize = typeof height === 'number' ? `${height}px` : '';
  };
  const fit = (): void => {
    const isFilled = container.isConnected && (reported ?? hasAd(container));
    slot.toggleAttribute('data-filled', isFilled);
    const reservedHeight = Number.parseFloat(getComputedStyle(box).getPropertyValue('--adH')) || 0;
    const target = targetHeight({ isFilled, isSettled, adHeight: container.scrollHeight, reservedHeight });
    if (target === height || !mayResize(position, anchorsScroll)) return;
    height = target;
    applyHeight();
  };
  const contentObserver = new MutationObserver(fit);
  const heightObserver = new ResizeObserver(fit);
  const viewObserver = positionObserver((newPosition) => {
    position = newPosition;
    fit();
  });
  /** Restarts the observation of the position: an element that was not displayed has none. */
  const observePosition = (): void => {
    position = UNKNOWN_POSITION;
    viewObserver.disconnect();
    viewObserver.observe(slot);
  };
  const setReported = (hasRendered: boolean | undefined): void => {
    reported = hasRendered;
    isSettled = true;
    fit();
  };

  return {
    container: id,
    open: (isImmediate) => {
      if (isImmediate) height = 'reserved';
      applyHeight();
      box.append(container);
      watchContent(container, contentObserver);
      heightObserver.observe(container);
      observePosition();
    },
    close: () => {
      contentObserver.disconnect();
      heightObserver.disconnect();
      container.replaceChildren();
      container.remove();
      observePosition();
      setReported(false);
    },
    isOpen: () => container.isConnected && getComputedStyle(slot).display !== 'none',
    expect: () => {
      reported = undefined;
      isSettled = false;
    },
    onRendered: (isEmpty) => setReported(!isEmpty),
    giveUp: () => setReported(reported),
  };
}

/** Observes whether an element is in or above the viewport. */
const positionObserver = (onPosition: (position: ViewPosition) => void): IntersectionObserver =>
  new IntersectionObserver(
    (entries) => {
      const last = entries.at(-1);
      if (last !== undefined) onPosition({ isInView: last.isIntersecting, isAbove: last.boundingClientRect.bottom <= 0 });
    },
    { rootMargin: `${VIEW_MARGIN_PX}px` },
  );
