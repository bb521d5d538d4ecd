// Detects a sign-in in another tab without loading the code of the member area.

import { TAB_CHANNEL } from '@marquee/rules/constants.ts';

/** Calls `check` after a message of another tab, and when the page becomes visible again. */
export function watchOtherTabs(check: () => void): void {
  let channel: BroadcastChannel | undefined;
  const open = (): void => {
    if (!('BroadcastChannel' in window)) return;
    channel = new BroadcastChannel(TAB_CHANNEL);
    channel.addEventListener('message', check);
  };
  open();
  // An open channel would keep the page out of the back/forward cache.
  addEventListener('pagehide', () => channel?.close());
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    open();
    check();
  });
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && check());
}
