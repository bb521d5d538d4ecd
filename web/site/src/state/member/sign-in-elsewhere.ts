// Detects a sign-in in another tab on pages of guests, without the code of the member area, which is loaded only then.

import { TAB_CHANNEL } from '@marquee/rules/constants.ts';

/** Calls `look` after a message of another tab, and when the page is shown again. */
export function watchOtherTabs(look: () => void): void {
  let channel: BroadcastChannel | undefined;
  const open = (): void => {
    if (!('BroadcastChannel' in window)) return;
    channel = new BroadcastChannel(TAB_CHANNEL);
    channel.addEventListener('message', look);
  };
  open();
  // An open channel would keep the page out of the back/forward cache.
  addEventListener('pagehide', () => channel?.close());
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    open();
    look();
  });
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && look());
}
