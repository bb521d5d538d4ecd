// The channel between the tabs of this browser (security 1.12).

import { TAB_CHANNEL } from '@marquee/rules/constants.ts';
import { type TabMessage, type Tabs, readTabMessage } from '@marquee/rules/loyalty/session/session-tabs.ts';

/**
 * Timeout of an echo, so that a lost message does not block a refresh. It is counted in short timers, one after the other: while a page
 * is busy, all of them wait, and messages that have arrived meanwhile are delivered between two of them. With one long timer a page
 * that is busy for so long while it starts would not wait for its messages, and refresh the session again.
 */
const ECHO_TIMER_MS = 100;
const ECHO_TIMERS = 30;

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
      const wait = (timers: number): void => {
        if (timers === 0) resolve();
        else if (echoes.has(echo)) setTimeout(wait, ECHO_TIMER_MS, timers - 1);
      };
      wait(ECHO_TIMERS);
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
