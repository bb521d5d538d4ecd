import { containerOf } from '@marquee/rules/ads/positions.ts';
import { cell, type Observable } from '@marquee/rules/cell.ts';
import { Icon } from '@marquee/ui/Icon/Icon.tsx';
import { useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import type { LaterMessages } from '../../messages/messages.ts';
import { hasAd, watchContent } from './ad-content.ts';
import type { AdOverlay } from './ad-overlay.ts';
import css from './Pulse.module.css';

/** Where the card is: hidden, in its corner, or moved aside because it would cover the focused element. */
type Visibility = 'hidden' | 'shown' | 'aside';

interface Texts {
  readonly label: string;
  readonly close: string;
}

/** The card of the pulse slot, fixed to the bottom right corner (ADS-03). */
export function PulseCard({
  texts,
  visibility,
  onClose,
}: {
  texts: Texts;
  visibility: Observable<Visibility>;
  onClose: () => void;
}) {
  const current = useSyncExternalStore(visibility.subscribe, visibility.get, visibility.get);
  return (
    <aside
      className={`${css.pulse} needsScript`}
      aria-label={texts.label}
      data-shown={current === 'hidden' ? undefined : ''}
      data-aside={current === 'aside' ? '' : undefined}
    >
      <div className={css.bar}>
        <span aria-hidden="true">{texts.label}</span>
        <button type="button" className="iconbtn" aria-label={texts.close} onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      <div className={css.container} id={containerOf('pulse')} />
    </aside>
  );
}

/** Adds the pulse slot to the page. It is shown once it has an ad and the visitor has scrolled. `onClose` runs when the visitor closes it. */
export function openPulse(ads: LaterMessages['ads'], onClose: () => void): AdOverlay {
  const host = document.body.appendChild(document.createElement('div'));
  const reactRoot = createRoot(host);
  const listeners = new AbortController();
  const { signal } = listeners;
  const visibility = cell<Visibility>('hidden');
  const container = containerOf('pulse');
  /** Whether the slot has an ad, according to the provider; undefined until it reports. */
  let isFilled: boolean | undefined;
  let hasScrolled = scrollY > 0;
  /** The last focused element outside the card. */
  let lastFocused: Element | null = null;

  const padding = scrollPadding();
  const update = (): void => {
    const containerElement = document.getElementById(container);
    const isVisible = hasScrolled && (isFilled ?? (containerElement !== null && hasAd(containerElement)));
    if (isVisible !== (visibility.get() === 'hidden')) return;
    visibility.set(isVisible ? 'shown' : 'hidden');
    padding.reset();
    // Keeps elements that take the focus above the card.
    if (isVisible) padding.set(host.querySelector('aside')?.offsetHeight ?? 0);
  };
  const moveAside = (focused: EventTarget | null): void => {
    if (visibility.get() === 'hidden' || !(focused instanceof Element)) return;
    const isCovered = !host.contains(focused) && overlaps(focused, host.querySelector('aside'));
    visibility.set(isCovered ? 'aside' : 'shown');
  };
  const remove = (): void => {
    listeners.abort();
    contentObserver.disconnect();
    padding.reset();
    reactRoot.unmount();
    host.remove();
  };
  const close = (): void => {
    const hadFocus = host.contains(document.activeElement);
    remove();
    if (hadFocus && lastFocused instanceof HTMLElement) lastFocused.focus({ preventScroll: true });
    onClose();
  };

  // The container must be in the page before an ad is requested for it.
  flushSync(() =>
    reactRoot.render(<PulseCard texts={{ label: ads.label(), close: ads.close() }} visibility={visibility} onClose={close} />),
  );
  const containerElement = document.getElementById(container);
  const contentObserver = new MutationObserver(update);
  if (containerElement !== null) watchContent(containerElement, contentObserver);
  addEventListener(
    'scroll',
    () => {
      hasScrolled = true;
      update();
    },
    { once: true, passive: true, signal },
  );
  document.addEventListener(
    'focusin',
    ({ target }) => {
      if (target instanceof Element && !host.contains(target)) lastFocused = target;
      // After the browser has scrolled to it.
      requestAnimationFrame(() => moveAside(target));
    },
    { signal },
  );
  return {
    container,
    onRendered: (isEmpty) => {
      isFilled = !isEmpty;
      update();
    },
    remove,
  };
}

/** The scroll padding at the end of the page. */
function scrollPadding(): { readonly set: (px: number) => void; readonly reset: () => void } {
  const { style } = document.documentElement;
  let ownPadding = '';
  return {
    set: (px) => {
      ownPadding = `${px}px`;
      style.scrollPaddingBlockEnd = ownPadding;
    },
    /** Removes it, unless another component has set its own. */
    reset: () => {
      if (style.scrollPaddingBlockEnd === ownPadding) style.scrollPaddingBlockEnd = '';
    },
  };
}

/** Whether the card would cover an element if it were in its corner. */
function overlaps(element: Element, card: HTMLElement | null): boolean {
  if (card === null) return false;
  const box = element.getBoundingClientRect();
  const top = innerHeight - card.offsetHeight - Number.parseFloat(getComputedStyle(card).insetBlockEnd);
  return box.bottom > top && box.top < innerHeight && box.right > card.offsetLeft && box.left < card.offsetLeft + card.offsetWidth;
}
