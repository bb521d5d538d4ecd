// Sets the text alternative of the provider's logo in the consent tool's popup (CONS-14). The tool may render its popup again, so the logo
// is checked as long as the popup is shown (CONS-15).

import { type ConsentPopupPicture, PICTURE_CHECK_MS, isProviderLogo } from '@marquee/rules/didomi.ts';

/** A picture of the popup. */
export interface PopupPicture extends ConsentPopupPicture {
  readonly setText: (text: string) => void;
}

/** The functions for the popup that this module depends on. */
export interface Popup {
  /** Whether the notice or the choices are shown. */
  readonly isShown: () => boolean;
  readonly pictures: () => readonly PopupPicture[];
  /** Calls `run` every `ms` milliseconds until the returned function is called. */
  readonly every: (ms: number, run: () => void) => () => void;
}

/** `start` starts the periodic check unless it is running; `check` runs it once. The check stops when the popup is no longer shown. */
export function pictureCheck(
  text: string,
  { isShown, pictures, every }: Popup,
): { readonly start: () => void; readonly check: () => void } {
  let stop: (() => void) | undefined;
  const setTexts = (): void => {
    for (const picture of pictures()) if (isProviderLogo(picture) && picture.text !== text) picture.setText(text);
  };
  const check = (): void => {
    if (stop === undefined) return;
    if (isShown()) setTexts();
    else {
      stop();
      stop = undefined;
    }
  };
  return {
    start: () => {
      setTexts();
      // The popup may take a moment to appear; if it does not, the first check stops.
      stop ??= every(PICTURE_CHECK_MS, check);
    },
    check,
  };
}

/** Images, SVGs, and links with a background image. */
const PICTURES = 'img, svg[role=img], a[target=_blank]:not(:has(img, svg[role=img]))';

/** The pictures of Didomi's popup on this page. */
export function didomiPictures(): readonly PopupPicture[] {
  const elements = document.getElementById('didomi-host')?.querySelectorAll(PICTURES) ?? [];
  return [...elements].flatMap((element): PopupPicture[] => {
    const isLink = element.matches('a');
    // A link with text needs no name.
    if (isLink && element.textContent.trim() !== '') return [];
    const name = element.matches('img') ? 'alt' : 'aria-label';
    return [
      {
        text: element.getAttribute(name),
        opensTab: element.closest('a[target=_blank]') !== null,
        setText: (text) => element.setAttribute(name, text),
      },
    ];
  });
}
