// What happens on a click on a link, for the whole page at once; works before and after the page is hydrated.

import { anchorOf, cancelsClicks, pageTarget } from '@marquee/rules/links.ts';
import { noteEarlyClick } from './early-click.ts';

/** The storage key of the scroll position for the next page (PAGE-02). */
const KEY = 'keep-scroll';

/** `open` is given links that a plain click opens in place (`data-open`), and those that only do something (LINK-06). */
export function listenToClicks(open: (link: HTMLAnchorElement) => void): void {
  for (const type of ['click', 'auxclick'] as const) document.addEventListener(type, (event) => onClick(event, open));
  // A navigation may carry the state `shouldUpdateScroll: false`, whoever starts it and wherever it leads (PAGE-02). Back and
  // forward lead to an entry that may have the state too: there the browser restores the position of that entry.
  window.navigation?.addEventListener('navigate', ({ destination, navigationType }) => {
    if (navigationType === 'traverse') return;
    const state: unknown = destination.getState();
    if (typeof state === 'object' && state !== null && 'shouldUpdateScroll' in state && state.shouldUpdateScroll === false) noteScroll(destination.url);
  });
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') closeMenus(undefined);
    if (event.key === '/') search(event);
  });
}

/** The search's key, unless the visitor writes or a dialog is open. Without a search in the header it does nothing (PAGE-11). */
function search(event: KeyboardEvent): void {
  const { target } = event;
  const link = document.querySelector<HTMLElement>('[data-open=search]');
  const writes = target instanceof Element && target.closest('input,select,textarea,[contenteditable]') !== null;
  if (link === null || writes || event.ctrlKey || event.metaKey || event.altKey || document.querySelector(':modal') !== null) return;
  event.preventDefault();
  link.click();
}

function onClick(event: MouseEvent, open: (link: HTMLAnchorElement) => void): void {
  const { target, button } = event;
  // The third button only opens the browser's menu.
  if (!(target instanceof Element) || button > 1) return;
  closeMenus(target);
  const link = target.closest('a');
  if (link === null || event.defaultPrevented) return;
  if (cancelsClicks(location.pathname, document.documentElement.dataset['reserved']) || link.ariaDisabled === 'true') {
    event.preventDefault();
    return;
  }
  const found = pageTarget(link.getAttribute('href') ?? '', location.search);
  switch (found.kind) {
    case 'disabled':
    case 'inert':
      event.preventDefault();
      return;
    case 'action':
      event.preventDefault();
      open(link);
      return;
    case 'address':
      if (found.href !== link.getAttribute('href')) link.setAttribute('href', found.href);
      if (found.anchor !== undefined && isHere(link)) focusOn(found.anchor);
      // The keyboard's clicks have no count; they keep their place in the page too.
      if (link.dataset.keepScroll !== undefined) noteScroll(link.href, event.detail === 0 ? link.textContent : '');
      if ((link.dataset.open ?? link.dataset.heart) !== undefined && isPlain(event)) {
        event.preventDefault();
        open(link);
      } else if (link.origin === document.documentElement.dataset['formOrigin']) sendAsForm(event, link);
      else if (isPlain(event)) noteEarlyClick(link);
  }
}

/** Whether a click follows the link in this tab: with the main button, and without a key for another tab or window. */
const isPlain = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean => button === 0 && !(metaKey || ctrlKey || shiftKey || altKey);

/** A ticketing link of a site that sends them as forms (LINK-15). With a key for another tab or window it stays a link. */
function sendAsForm(event: MouseEvent, link: HTMLAnchorElement): void {
  if (!isPlain(event)) return;
  event.preventDefault();
  import('./ticketing-form.ts').then(({ submitLink }) => submitLink(link)).catch(() => location.assign(link.href));
}

const isHere = (link: HTMLAnchorElement): boolean => link.pathname === location.pathname && link.search === location.search;

/** Moves the keyboard's place to the element of this id (LINK-03). */
function focusOn(id: string): void {
  const element = document.getElementById(id);
  if (element === null) return;
  if (element.tabIndex < 0) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}

/** Moves the focus to the link of this text that keeps the place, or to the menu that it is in. */
function focusOnLink(label: unknown): void {
  for (const link of document.querySelectorAll<HTMLElement>('[data-keep-scroll]'))
    if (link.textContent === label) (link.closest('details')?.querySelector('summary') ?? link).focus({ preventScroll: true });
}

/** Open menus close when the visitor goes elsewhere. */
function closeMenus(target: Element | undefined): void {
  for (const menu of document.querySelectorAll<HTMLDetailsElement>('details[data-menu][open]')) {
    if (target !== undefined && menu.contains(target)) continue;
    const inside = menu.contains(document.activeElement);
    menu.open = false;
    if (inside && target === undefined) menu.querySelector('summary')?.focus();
  }
}

/** Days, filters and tabs keep the place (PAGE-02), and the focus if `label` is the text of the link that had it. */
function noteScroll(href: string, label = ''): void {
  store(() => sessionStorage.setItem(KEY, JSON.stringify([href, Math.round(scrollY), label])));
}

/** Goes to where the visitor was, if they came by such a link; and shows the selected day. */
export function restorePlace(): void {
  // The entry of a dialog that is gone, see ui/Dialog/show-dialog.ts.
  if (history.state?.dialog) history.back();
  if (location.hash !== '') {
    const id = anchorOf(location.hash);
    if (id !== undefined) focusOn(id);
  }
  const day = document.querySelector<HTMLElement>('[aria-current="date"]');
  const row = day?.closest('ul');
  // The first day is in view; to ask where it is would lay out the page before its time.
  if (day && row && !row.firstElementChild?.contains(day)) row.scrollLeft = day.offsetLeft - row.offsetLeft - (row.clientWidth - day.offsetWidth) / 2;
  store(() => {
    const note = sessionStorage.getItem(KEY);
    if (note === null) return;
    sessionStorage.removeItem(KEY);
    const read: unknown = JSON.parse(note);
    if (!Array.isArray(read) || read[0] !== location.href || typeof read[1] !== 'number') return;
    scrollTo({ top: read[1], behavior: 'instant' });
    if (read[2]) focusOnLink(read[2]);
  });
}

/** Whether links may have to be changed for a till's frame: by the site, the address or an earlier page (see embedding.ts). */
export function mayBeEmbedded(): boolean {
  let embedded = 'embedded' in document.documentElement.dataset || location.search.includes('embedding=');
  store(() => {
    embedded ||= 'embedding' in sessionStorage;
  });
  return embedded;
}

/** The storage may be forbidden. */
function store(attempt: () => void): void {
  try {
    attempt();
  } catch {
    // Then the page starts at the top.
  }
}
