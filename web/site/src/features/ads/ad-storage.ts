// Ad state in the browser's storage. If storage is blocked, nothing is stored.

import { ADS_KEY } from '@marquee/rules/ads/head-script.ts';

/** Events recorded in this browser session. */
export type AdEvent = 'ads-interstitial' | 'ads-pulse';

export function hasHappened(event: AdEvent): boolean {
  try {
    return sessionStorage.getItem(event) !== null;
  } catch {
    return false;
  }
}

export function recordEvent(event: AdEvent): void {
  try {
    sessionStorage.setItem(event, '1');
  } catch {
    // Storage is blocked: it may happen again on the next page.
  }
}

/** Stores whether the next page reserves space for ads from its first paint on (head-script.ts). */
export function storeReservesSpace(isReserved: boolean): void {
  try {
    if (isReserved) localStorage.setItem(ADS_KEY, '1');
    else localStorage.removeItem(ADS_KEY);
  } catch {
    // Storage is blocked: the next page reserves no space.
  }
}
