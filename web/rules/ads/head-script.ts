// The inline script in the head of pages with ads; it runs before the first paint.

/** The `localStorage` key that says that ads may show, and the data attribute of `html` that reserves room for them. */
export const ADS_KEY = 'ads';

/**
 * The script of the head if ads wait for consent: it reserves room for them from the first paint for visitors who consented. Its hash
 * is in the content security policy, so it is the same on every page.
 */
export const HEAD_SCRIPT = `try{localStorage.${ADS_KEY}&&(document.documentElement.dataset.${ADS_KEY}="")}catch{}`;
