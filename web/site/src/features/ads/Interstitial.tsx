import { containerOf } from '@marquee/rules/ads/positions.ts';
import { buttonClass } from '@marquee/ui/Button/look.tsx';
import { Glyph } from '@marquee/ui/Icon/Glyph.tsx';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import type { LaterMessages } from '../../messages/messages.ts';
import { hasAd, watchContent } from './ad-content.ts';
import css from './Interstitial.module.css';
import type { AdOverlay } from './ad-overlay.ts';

/** From Lucide (ISC, see web/ui/NOTICE). */
const ARROW = 'M5 12h14M12 5l7 7-7 7';

interface Texts {
  readonly label: string;
  readonly continue: string;
}

/**
 * The dialog of the interstitial (ADS-07, ADS-08); its first control closes it. Unlike other dialogs it adds no history entry,
 * because the visitor did not open it: Back leaves the page.
 */
export function InterstitialFrame({ texts, onClose }: { texts: Texts; onClose: () => void }) {
  return (
    <dialog className={css.page} aria-label={texts.label} onClose={onClose}>
      <div className={css.top}>
        <span className="small quiet" aria-hidden="true">
          {texts.label}
        </span>
        <form method="dialog">
          <button className={buttonClass({ kind: 'line', size: 's' })}>
            {texts.continue}
            <Glyph path={ARROW} />
          </button>
        </form>
      </div>
      <div className={css.container}>
        <div className={css.ad} id={containerOf('interstitial')} />
      </div>
    </dialog>
  );
}

/** Adds the interstitial to the page. Its dialog opens once the container has an ad; it is removed instead if the visitor is busy then. */
export function openInterstitial({
  texts: ads,
  site,
  isConsentNoticeOpen,
}: {
  texts: LaterMessages['ads'];
  site: string;
  isConsentNoticeOpen: () => boolean;
}): AdOverlay {
  const parent = document.getElementById('modal-root') ?? document.body;
  const host = parent.appendChild(document.createElement('div'));
  const root = createRoot(host);
  const container = containerOf('interstitial');
  let isRemoved = false;

  const contentObserver = new MutationObserver(() => {
    const containerElement = document.getElementById(container);
    if (containerElement !== null && hasAd(containerElement)) open();
  });
  const remove = (): void => {
    isRemoved = true;
    contentObserver.disconnect();
    // An ad that is merely hidden may go on playing.
    root.unmount();
    host.remove();
  };
  const open = (): void => {
    const dialog = host.querySelector('dialog');
    if (isRemoved || dialog === null || dialog.open) return;
    if (isConsentNoticeOpen() || isBusy()) remove();
    else dialog.showModal();
  };

  flushSync(() =>
    root.render(<InterstitialFrame texts={{ label: ads.label(), continue: ads.continue({ site }) }} onClose={remove} />),
  );
  const containerElement = document.getElementById(container);
  if (containerElement !== null) watchContent(containerElement, contentObserver);
  return {
    container,
    onRendered: (isEmpty) => {
      if (!isEmpty) open();
    },
    remove,
  };
}

/** Whether the visitor has a dialog or menu open, or the focus in a field. */
function isBusy(): boolean {
  return (
    document.querySelector('dialog[open], :popover-open') !== null ||
    document.activeElement?.matches('input, select, textarea, [contenteditable]') === true
  );
}
