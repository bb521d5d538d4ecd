// What runs in the head of pages with ads, before anything is painted.

/** Where the browser remembers that ads may show, and the attribute of `html` that keeps room for them. */
export const ADS_KEY = 'ads';

/**
 * A script for the head where ads wait for consent: room for them is there from the first paint for visitors who gave it, and
 * for nobody else. Its hash stands in the policy, so it never changes from page to page.
 */
export const HEAD_SCRIPT = `try{localStorage.${ADS_KEY}&&(document.documentElement.dataset.${ADS_KEY}="")}catch{}`;
