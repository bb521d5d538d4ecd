// The data of this page: a block of JSON in every page of the server. The first file (entry-start.ts) has this code, because what works
// without React must not load React's file for it.

import type { PageData } from '@marquee/api/schema.gen.ts';

/** The id of the block, also in pages that this one fetches. */
export const PAGE_DATA_ID = 'page-data';

/** The block of this page. */
export const pageDataBlock = (): HTMLElement | null => document.getElementById(PAGE_DATA_ID);

/** A new copy of the data of this page. The server rendered the page from the same data, so it is not validated again. */
export const pageData = (): PageData => JSON.parse(pageDataBlock()?.textContent ?? '');
