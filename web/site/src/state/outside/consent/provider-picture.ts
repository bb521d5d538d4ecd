// The text of the provider's picture in the consent tool's popup (CONS-14). The tool may draw its popup again, so it is looked
// at while it is shown, and not any longer (CONS-15).

import { type ForeignPicture, PICTURE_CHECK_MS, isProvidersPicture } from '@marquee/rules/didomi.ts';

/** A picture of the popup. */
export interface PopupPicture extends ForeignPicture {
  readonly setText: (text: string) => void;
}

/** What of the page this needs. */
export interface Popup {
  /** Whether the notice or the choices are shown. */
  readonly isShown: () => boolean;
  readonly pictures: () => readonly PopupPicture[];
  /** Runs something again and again, until the returned function is called. */
  readonly every: (ms: number, run: () => void) => () => void;
}

/** Starts the check when it is called, unless it runs; it ends by itself once the popup is gone. */
export function pictureCheck(text: string, { isShown, pictures, every }: Popup): { readonly start: () => void; readonly check: () => void } {
  let stop: (() => void) | undefined;
  const write = (): void => {
    for (const picture of pictures()) if (isProvidersPicture(picture) && picture.text !== text) picture.setText(text);
  };
  const check = (): void => {
    if (stop === undefined) return;
    if (isShown()) write();
    else {
      stop();
      stop = undefined;
    }
  };
  return {
    start: () => {
      write();
      // The popup may take a moment to come: the first check ends what never came.
      stop ??= every(PICTURE_CHECK_MS, check);
    },
    check,
  };
}

/** Pictures and drawings, and links that are a picture by their style. */
const PICTURES = 'img, svg[role=img], a[target=_blank]:not(:has(img, svg[role=img]))';

/** The pictures of Didomi's popup on this page. */
export function didomiPictures(): readonly PopupPicture[] {
  const found = document.getElementById('didomi-host')?.querySelectorAll(PICTURES) ?? [];
  return [...found].flatMap((element): PopupPicture[] => {
    const isLink = element.matches('a');
    // A link with words needs no others.
    if (isLink && element.textContent.trim() !== '') return [];
    const name = element.matches('img') ? 'alt' : 'aria-label';
    return [{ text: element.getAttribute(name), opensTab: element.closest('a[target=_blank]') !== null, setText: (text) => element.setAttribute(name, text) }];
  });
}
