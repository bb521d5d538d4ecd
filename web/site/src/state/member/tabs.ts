// The channel between the tabs of this browser (security 1.12).

import { TAB_CHANNEL } from '@marquee/rules/constants.ts';
import { type TabMessage, type Tabs, readTabMessage } from '@marquee/rules/loyalty/session/session-tabs.ts';

/**
 * Timeout of an echo, in ms, so that a lost message does not block a refresh. Longer than a page on a slow device is busy while it
 * starts: then the timer would run before the messages that have arrived, and the tab would refresh again.
 */
const ECHO_TIMEOUT_MS = 3000;

/** Opens the channel. It is closed on `pagehide`, because an open channel keeps the page out of the back/forward cache. */
export function openTabs(): Tabs {
  const listeners = new Set<(message: TabMessage) => void>();
  const echoes = new Map<string, () => void>();
  let channel: BroadcastChannel | undefined;
  const open = (): void => {
    if (!('BroadcastChannel' in window)) return;
    channel = new BroadcastChannel(TAB_CHANNEL);
    channel.addEventListener('message', ({ data }) => {
      echoes.get(String(data))?.();
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
  /** Resolves when all earlier messages have arrived: the channel delivers in order, so they precede the echo of an own message. */
  const waitForDelivery = async (): Promise<void> => {
    if (channel === undefined) return;
    const echoChannel = new BroadcastChannel(TAB_CHANNEL);
    const echo = `echo ${Math.random()}`;
    await new Promise<void>((resolve) => {
      echoes.set(echo, resolve);
      setTimeout(resolve, ECHO_TIMEOUT_MS);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
      echoChannel.postMessage(echo);
    });
    echoes.delete(echo);
    echoChannel.close();
  };
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
  return { post: (message) => channel?.postMessage(message), listen: (listener) => void listeners.add(listener), waitForDelivery };
}

/** Calls `onShown` when the page becomes visible again. `missed` is true if it was in the back/forward cache, where it misses messages. */
export function whenShownAgain(onShown: (mayHaveMissed: boolean) => void): void {
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && onShown(false));
  addEventListener('pageshow', ({ persisted }) => persisted && onShown(true));
}
