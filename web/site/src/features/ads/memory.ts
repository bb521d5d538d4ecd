// What the browser remembers of ads. The storage may be forbidden: then nothing is.

import { ADS_KEY } from '@marquee/rules/ads/head-script.ts';

/** What happened in this browser session. */
export type Happened = 'ads-interstitial' | 'ads-pulse';

export function hasHappened(what: Happened): boolean {
  try {
    return sessionStorage.getItem(what) !== null;
  } catch {
    return false;
  }
}

export function noteThat(what: Happened): void {
  try {
    sessionStorage.setItem(what, '1');
  } catch {
    // Then it may happen again on the next page.
  }
}

/** Whether the next page keeps room for ads from its first paint on (head-script.ts). */
export function keepRoom(isWanted: boolean): void {
  try {
    if (isWanted) localStorage.setItem(ADS_KEY, '1');
    else localStorage.removeItem(ADS_KEY);
  } catch {
    // Then it does not.
  }
}
