import { containerOf } from '@marquee/rules/ads/positions.ts';
import { cell, type Watched } from '@marquee/rules/cell.ts';
import { Icon } from '@marquee/ui/Icon/Icon.tsx';
import { useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import type { LaterMessages } from '../../messages/messages.ts';
import { hasAd, watchContent } from './filling.ts';
import type { AdPart } from './part.ts';
import css from './Pulse.module.css';

/** How the card is seen: not yet, in its corner, or aside because what has the focus is under it. */
type Seen = 'hidden' | 'shown' | 'aside';

interface Words {
  readonly label: string;
  readonly close: string;
}

/** The card of the pulse slot, fixed to the bottom right corner (ADS-03). */
export function PulseCard({ words, seen, onClose }: { words: Words; seen: Watched<Seen>; onClose: () => void }) {
  const now = useSyncExternalStore(seen.subscribe, seen.get, seen.get);
  return (
    <aside className={`${css.pulse} needsScript`} aria-label={words.label} data-shown={now === 'hidden' ? undefined : ''} data-aside={now === 'aside' ? '' : undefined}>
      <div className={css.bar}>
        <span aria-hidden="true">{words.label}</span>
        <button type="button" className="iconbtn" aria-label={words.close} onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      <div className={css.stage} id={containerOf('pulse')} />
    </aside>
  );
}

/** Makes the pulse slot. It is seen once there is an ad in it and the visitor has scrolled; `onClose` hears of its button. */
export function openPulse(ads: LaterMessages['ads'], onClose: () => void): AdPart {
  const home = document.body.appendChild(document.createElement('div'));
  const root = createRoot(home);
  const { documentElement: page } = document;
  const end = new AbortController();
  const { signal } = end;
  const seen = cell<Seen>('hidden');
  const container = containerOf('pulse');
  let said: boolean | undefined;
  let hasScrolled = scrollY > 0;
  /** What had the focus before the card. */
  let before: Element | null = null;

  let room = '';
  /** Another part may have its own by now. */
  const takeRoomBack = (): void => {
    if (page.style.scrollPaddingBlockEnd === room) page.style.scrollPaddingBlockEnd = '';
  };
  const check = (): void => {
    const stage = document.getElementById(container);
    const isSeen = hasScrolled && (said ?? (stage !== null && hasAd(stage)));
    if (isSeen !== (seen.get() === 'hidden')) return;
    seen.set(isSeen ? 'shown' : 'hidden');
    takeRoomBack();
    if (!isSeen) return;
    // The browser brings what gets the focus into view above the card.
    room = `${home.querySelector('aside')?.offsetHeight ?? 0}px`;
    page.style.scrollPaddingBlockEnd = room;
  };
  const giveWay = (focused: EventTarget | null): void => {
    if (seen.get() === 'hidden' || !(focused instanceof Element)) return;
    const isOver = !home.contains(focused) && overlaps(focused, home.querySelector('aside'));
    seen.set(isOver ? 'aside' : 'shown');
  };
  const remove = (): void => {
    end.abort();
    contents.disconnect();
    takeRoomBack();
    root.unmount();
    home.remove();
  };
  const close = (): void => {
    const hadFocus = home.contains(document.activeElement);
    remove();
    if (hadFocus && before instanceof HTMLElement) before.focus({ preventScroll: true });
    onClose();
  };

  // The container is there before anything is asked for it.
  flushSync(() => root.render(<PulseCard words={{ label: ads.label(), close: ads.close() }} seen={seen} onClose={close} />));
  const stage = document.getElementById(container);
  const contents = new MutationObserver(check);
  if (stage !== null) watchContent(stage, contents);
  addEventListener(
    'scroll',
    () => {
      hasScrolled = true;
      check();
    },
    { once: true, passive: true, signal },
  );
  document.addEventListener(
    'focusin',
    ({ target }) => {
      if (target instanceof Element && !home.contains(target)) before = target;
      // The browser scrolls to it first.
      requestAnimationFrame(() => giveWay(target));
    },
    { signal },
  );
  return {
    container,
    hear: (isEmpty) => {
      said = !isEmpty;
      check();
    },
    remove,
  };
}

/** Whether an element lies under the place of the card, wherever the card is now. */
function overlaps(element: Element, card: HTMLElement | null): boolean {
  if (card === null) return false;
  const under = element.getBoundingClientRect();
  const top = innerHeight - card.offsetHeight - Number.parseFloat(getComputedStyle(card).insetBlockEnd);
  return under.bottom > top && under.top < innerHeight && under.right > card.offsetLeft && under.left < card.offsetLeft + card.offsetWidth;
}
