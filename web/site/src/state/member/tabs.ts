// The channel between the tabs of this browser (security 1.12).

import { TAB_CHANNEL } from '@marquee/rules/constants.ts';
import { type TabMessage, type Tabs, readTabMessage } from '@marquee/rules/loyalty/session-tabs.ts';

/** Opens the channel. It is closed on `pagehide`: an open channel would keep the page out of the back/forward cache. */
export function openTabs(): Tabs {
  const listeners = new Set<(message: TabMessage) => void>();
  let channel: BroadcastChannel | undefined;
  const open = (): void => {
    if (!('BroadcastChannel' in window)) return;
    channel = new BroadcastChannel(TAB_CHANNEL);
    channel.addEventListener('message', ({ data }) => {
      const message = readTabMessage(data);
      if (message !== undefined) for (const listener of listeners) listener(message);
    });
  };
  open();
  addEventListener('pagehide', () => {
    channel?.close();
    channel = undefined;
  });
  addEventListener('pageshow', ({ persisted }) => persisted && open());
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
  return { post: (message) => channel?.postMessage(message), listen: (listener) => void listeners.add(listener) };
}

/** Calls `shown` when the page is shown again; `missed` if it was in the back/forward cache, where messages do not arrive. */
export function whenShownAgain(shown: (missed: boolean) => void): void {
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && shown(false));
  addEventListener('pageshow', ({ persisted }) => persisted && shown(true));
}
