// Handles clicks on all links of the page, before and after hydration, and restores the scroll position and the focus.

import { isPlainClick, isPreview } from '@marquee/ui/clicks.ts';
import { anchorOf, pageTarget } from '@marquee/rules/links.ts';
import { storeEarlyClick } from './early-click.ts';

/** The storage key of the scroll position for the next page (PAGE-02). */
const KEY = 'keep-scroll';

/** Listens to clicks. Calls `open` with links that a plain click opens on the page (`data-open`, hearts) and with action links (LINK-06). */
export function listenToClicks(open: (link: HTMLAnchorElement) => void): void {
  for (const type of ['click', 'auxclick'] as const) document.addEventListener(type, (event) => onClick(event, open));
  // Any navigation may have the state `shouldUpdateScroll: false` (PAGE-02). When the visitor goes back or forward to an entry with
  // that state, the browser restores the position of the entry.
  window.navigation?.addEventListener('navigate', ({ destination, navigationType }) => {
    if (navigationType === 'traverse') return;
    const state: unknown = destination.getState();
    if (typeof state === 'object' && state !== null && 'shouldUpdateScroll' in state && state.shouldUpdateScroll === false)
      storePosition(destination.url);
  });
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') closeMenus(undefined);
    if (event.key === '/') openSearch(event);
  });
}

/** Opens the search, unless the visitor types in a field, a dialog is open, or the header has no search (PAGE-11). */
function openSearch(event: KeyboardEvent): void {
  const { target } = event;
  const link = document.querySelector<HTMLElement>('[data-open=search]');
  const isTyping = target instanceof Element && target.closest('input,select,textarea,[contenteditable]') !== null;
  if (link === null || isTyping || event.ctrlKey || event.metaKey || event.altKey || document.querySelector(':modal') !== null)
    return;
  event.preventDefault();
  link.click();
}

function onClick(event: MouseEvent, open: (link: HTMLAnchorElement) => void): void {
  const { target, button } = event;
  // The right button only opens the context menu.
  if (!(target instanceof Element) || button > 1) return;
  closeMenus(target);
  const link = target.closest('a');
  if (link === null || event.defaultPrevented) return;
  if (isPreview() || link.ariaDisabled === 'true') {
    event.preventDefault();
    return;
  }
  const linkTarget = pageTarget(link.getAttribute('href') ?? '', location.search);
  switch (linkTarget.kind) {
    case 'disabled':
    case 'inert':
      event.preventDefault();
      return;
    case 'action':
      event.preventDefault();
      open(link);
      return;
    case 'address':
      if (linkTarget.href !== link.getAttribute('href')) link.setAttribute('href', linkTarget.href);
      if (linkTarget.anchor !== undefined && isOnThisPage(link)) focusElement(linkTarget.anchor);
      // Keyboard clicks have a count of 0; for them the focus is stored too.
      if (link.dataset.keepScroll !== undefined) storePosition(link.href, event.detail === 0 ? link.textContent : '');
      if ((link.dataset.open ?? link.dataset.heart) !== undefined && isPlainClick(event)) {
        event.preventDefault();
        open(link);
      } else if (link.origin === document.documentElement.dataset['formOrigin']) sendAsForm(event, link);
      else if (isPlainClick(event)) storeEarlyClick(link);
  }
}

/** Submits a ticketing link as a form, on sites with that setting (LINK-15). A click with a modifier key stays a link. */
function sendAsForm(event: MouseEvent, link: HTMLAnchorElement): void {
  if (!isPlainClick(event)) return;
  event.preventDefault();
  import('./ticketing-form.ts').then(({ submitLink }) => submitLink(link)).catch(() => location.assign(link.href));
}

const isOnThisPage = (link: HTMLAnchorElement): boolean => link.pathname === location.pathname && link.search === location.search;

/** Moves the focus to the element with this id (LINK-03). */
function focusElement(id: string): void {
  const element = document.getElementById(id);
  if (element === null) return;
  if (element.tabIndex < 0) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}

/** Moves the focus to the `data-keep-scroll` link with this text, or to the summary of its menu. */
function focusLink(label: unknown): void {
  for (const link of document.querySelectorAll<HTMLElement>('[data-keep-scroll]'))
    if (link.textContent === label) (link.closest('details')?.querySelector('summary') ?? link).focus({ preventScroll: true });
}

/** Closes the open menus that do not contain `target`. Without a target (Escape) the focus returns to the summary. */
function closeMenus(target: Element | undefined): void {
  for (const menu of document.querySelectorAll<HTMLDetailsElement>('details[data-menu][open]')) {
    if (target !== undefined && menu.contains(target)) continue;
    const hadFocus = menu.contains(document.activeElement);
    menu.open = false;
    if (hadFocus && target === undefined) menu.querySelector('summary')?.focus();
  }
}

/** Stores the scroll position for the page `href` (PAGE-02), and `label`, the text of the link that gets the focus there. */
function storePosition(href: string, label = ''): void {
  tryStorage(() => sessionStorage.setItem(KEY, JSON.stringify([href, Math.round(scrollY), label])));
}

/** Restores the stored scroll position and focus, focuses the anchor of the URL, and scrolls the selected day into view. */
export function restoreScrollAndFocus(): void {
  // Leaves the history entry of a dialog that is no longer open, see ui/Dialog/show-dialog.ts.
  if (history.state?.dialog) history.back();
  if (location.hash !== '') {
    const id = anchorOf(location.hash);
    if (id !== undefined) focusElement(id);
  }
  const day = document.querySelector<HTMLElement>('[aria-current="date"]');
  const row = day?.closest('ul');
  // The first day is in view; reading its position would force an early layout.
  if (day && row && !row.firstElementChild?.contains(day))
    row.scrollLeft = day.offsetLeft - row.offsetLeft - (row.clientWidth - day.offsetWidth) / 2;
  tryStorage(() => {
    const stored = sessionStorage.getItem(KEY);
    if (stored === null) return;
    sessionStorage.removeItem(KEY);
    const position: unknown = JSON.parse(stored);
    if (!Array.isArray(position) || position[0] !== location.href || typeof position[1] !== 'number') return;
    scrollTo({ top: position[1], behavior: 'instant' });
    if (position[2]) focusLink(position[2]);
  });
}

/** Whether embedded mode may be on: by the site, the URL or an earlier page of the session (see embedding.ts). */
export function mayBeEmbedded(): boolean {
  let isEmbedded = 'embedded' in document.documentElement.dataset || location.search.includes('embedding=');
  tryStorage(() => {
    isEmbedded ||= 'embedding' in sessionStorage;
  });
  return isEmbedded;
}

/** Accesses the storage. Does nothing if storage is forbidden. */
function tryStorage(access: () => void): void {
  try {
    access();
  } catch {
    // The page starts at the top.
  }
}
