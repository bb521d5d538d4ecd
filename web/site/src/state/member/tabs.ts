// The channel between the tabs of this browser (security 1.12).

import { TAB_CHANNEL } from '@marquee/rules/constants.ts';
import { type TabMessage, type Tabs, readTabMessage } from '@marquee/rules/loyalty/session/session-tabs.ts';

/** How long the echo of a message is waited for, in ms: a browser that loses it must not stop a refresh. */
const ECHO_MS = 1000;

/** Opens the channel. It is closed on `pagehide`: an open channel would keep the page out of the back/forward cache. */
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
  /** The channel delivers in order: what was sent before a message of our own has arrived when its echo does. */
  const received = async (): Promise<void> => {
    if (channel === undefined) return;
    const own = new BroadcastChannel(TAB_CHANNEL);
    const echo = `echo ${Math.random()}`;
    await new Promise<void>((done) => {
      echoes.set(echo, done);
      setTimeout(done, ECHO_MS);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
      own.postMessage(echo);
    });
    echoes.delete(echo);
    own.close();
  };
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
  return { post: (message) => channel?.postMessage(message), listen: (listener) => void listeners.add(listener), received };
}

/** Calls `shown` when the page is shown again; `missed` if it was in the back/forward cache, where messages do not arrive. */
export function whenShownAgain(shown: (missed: boolean) => void): void {
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && shown(false));
  addEventListener('pageshow', ({ persisted }) => persisted && shown(true));
}
