// Embedded mode in the browser: loaded only where it is on (EMBED-02, EMBED-04).

import type { PageData } from '@marquee/api/schema.gen.ts';
import { EMBEDDING_MODE, asksToEmbed, embedLinks, embeddedHref } from '@marquee/rules/embedding.ts';

/** Where the mode is remembered for the browser session. */
const KEY = 'embedding';

/** Switches the mode on, if the site is made for it, the address asks for it or an earlier page did. */
export function embedVisit(): void {
  const block = document.getElementById('page-data');
  const data: PageData | null = JSON.parse(block?.textContent ?? 'null');
  if (block === null || data === null) return;
  const path = data.site.embeddedTicketingPath;
  const asked = isAsked();
  if (data.context.embeddingMode !== undefined) {
    // The server rendered the page from changed links, so it is brought to life from changed links.
    embedLinks(data, path);
    block.textContent = JSON.stringify(data);
  } else if (!asked) return;
  embedClicks(path);
}

/** Whether this browser session is an embedded one. The storage may be forbidden: then this page is, and the next is not. */
function isAsked(): boolean {
  const asked = asksToEmbed(location.search);
  try {
    if (asked) sessionStorage.setItem(KEY, EMBEDDING_MODE);
    return sessionStorage.getItem(KEY) === EMBEDDING_MODE;
  } catch {
    return asked;
  }
}

/** Changes a link when it is about to be used: with any button, from the keyboard, by its menu, or dragged away. */
function embedClicks(path: string | undefined): void {
  const embed = ({ target }: Event): void => {
    const link = target instanceof Element ? target.closest('a') : null;
    const href = link?.getAttribute('href') ?? '';
    const inside = embeddedHref(href, path);
    if (link === null || inside === href) return;
    link.setAttribute('href', inside);
    for (const name of ['target', 'rel']) link.removeAttribute(name);
    // Title and name say that it opens a window, and the same.
    if (link.title !== '' && link.title === link.ariaLabel) for (const name of ['title', 'aria-label']) link.removeAttribute(name);
  };
  for (const type of ['click', 'auxclick', 'contextmenu', 'dragstart']) document.addEventListener(type, embed, true);
}
