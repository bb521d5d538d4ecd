// Embedded mode in the browser (EMBED-02, EMBED-04). This module is loaded only if the mode may be on.

import { EMBEDDING_MODE, embedLinks, embeddedHref, requestsEmbedding } from '@marquee/rules/embedding.ts';
import { pageData, pageDataBlock } from './page-data.ts';

/** The storage key of the mode, for the browser session. */
const KEY = 'embedding';

/** Turns embedded mode on if the site, the URL or an earlier page of the session requests it. */
export function startEmbeddedMode(): void {
  const data = pageData();
  const path = data.site.embeddedTicketingPath;
  const isRequested = isEmbeddedSession();
  if (data.context.embeddingMode !== undefined) {
    // The server changed the links before it rendered the page, so hydration needs the same changes.
    embedLinks(data, path);
    const block = pageDataBlock();
    if (block !== null) block.textContent = JSON.stringify(data);
  } else if (!isRequested) return;
  embedOnUse(path);
}

/** Whether this browser session is embedded. If storage is forbidden, only pages with the parameter in their URL are. */
function isEmbeddedSession(): boolean {
  const isRequested = requestsEmbedding(location.search);
  try {
    if (isRequested) sessionStorage.setItem(KEY, EMBEDDING_MODE);
    return sessionStorage.getItem(KEY) === EMBEDDING_MODE;
  } catch {
    return isRequested;
  }
}

/** Changes a link right before it is used: by a click with any button, the keyboard, the context menu or dragging. */
function embedOnUse(path: string | undefined): void {
  const embed = ({ target }: Event): void => {
    const link = target instanceof Element ? target.closest('a') : null;
    const href = link?.getAttribute('href') ?? '';
    const internalHref = embeddedHref(href, path);
    if (link === null || internalHref === href) return;
    link.setAttribute('href', internalHref);
    for (const name of ['target', 'rel']) link.removeAttribute(name);
    // An equal title and name say that the link opens a new window, which it no longer does.
    if (link.title !== '' && link.title === link.ariaLabel) for (const name of ['title', 'aria-label']) link.removeAttribute(name);
  };
  for (const type of ['click', 'auxclick', 'contextmenu', 'dragstart']) document.addEventListener(type, embed, true);
}
