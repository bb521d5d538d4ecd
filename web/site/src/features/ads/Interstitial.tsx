import { containerOf } from '@marquee/rules/ads/positions.ts';
import { buttonClass } from '@marquee/ui/Button/look.tsx';
import { Glyph } from '@marquee/ui/Icon/Glyph.tsx';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import type { LaterMessages } from '../../messages/messages.ts';
import { hasAd, watchContent } from './filling.ts';
import css from './Interstitial.module.css';
import type { AdPart } from './part.ts';

/** After Lucide (ISC, see web/ui/NOTICE). */
const ARROW = 'M5 12h14M12 5l7 7-7 7';

interface Words {
  readonly label: string;
  readonly proceed: string;
}

/**
 * The frame of the interstitial (ADS-07, ADS-08): a dialog whose first control leads on to the page. Unlike other dialogs it has
 * no entry in the history, because nobody asked for it: Back is Back.
 */
export function InterstitialFrame({ words, onClose }: { words: Words; onClose: () => void }) {
  return (
    <dialog className={css.page} aria-label={words.label} onClose={onClose}>
      <div className={css.top}>
        <span className="small quiet" aria-hidden="true">
          {words.label}
        </span>
        <form method="dialog">
          <button className={buttonClass({ kind: 'line', size: 's' })}>
            {words.proceed}
            <Glyph path={ARROW} />
          </button>
        </form>
      </div>
      <div className={css.stage}>
        <div className={css.ad} id={containerOf('interstitial')} />
      </div>
    </dialog>
  );
}

/** Makes the interstitial's container. Its frame opens when there is an ad in it, and never over what the visitor is at. */
export function openInterstitial({ words: ads, site, isAsking }: { words: LaterMessages['ads']; site: string; isAsking: () => boolean }): AdPart {
  const place = document.getElementById('modal-root') ?? document.body;
  const home = place.appendChild(document.createElement('div'));
  const root = createRoot(home);
  const container = containerOf('interstitial');
  let isOver = false;

  const contents = new MutationObserver(() => {
    const stage = document.getElementById(container);
    if (stage !== null && hasAd(stage)) open();
  });
  const remove = (): void => {
    isOver = true;
    contents.disconnect();
    // An ad may go on playing in what is only hidden.
    root.unmount();
    home.remove();
  };
  const open = (): void => {
    const dialog = home.querySelector('dialog');
    if (isOver || dialog === null || dialog.open) return;
    if (isAsking() || isBusy()) remove();
    else dialog.showModal();
  };

  flushSync(() => root.render(<InterstitialFrame words={{ label: ads.label(), proceed: ads.continue({ site }) }} onClose={remove} />));
  const stage = document.getElementById(container);
  if (stage !== null) watchContent(stage, contents);
  return {
    container,
    hear: (isEmpty) => {
      if (!isEmpty) open();
    },
    remove,
  };
}

/** Whether the visitor is at something that must not be taken from them: a dialog, a menu, a field. */
function isBusy(): boolean {
  return document.querySelector('dialog[open], :popover-open') !== null || document.activeElement?.matches('input, select, textarea, [contenteditable]') === true;
}
