import { TAB_CHANNEL } from '@marquee/rules/constants.ts';

/** Another tab of this browser, with a version of the site that tests choose. */
export interface OtherTab {
  readonly send: (message: unknown) => void;
  /** The messages that it has received. */
  readonly received: readonly unknown[];
  readonly close: () => void;
}

export function otherTab(): OtherTab {
  const channel = new BroadcastChannel(TAB_CHANNEL);
  const received: unknown[] = [];
  channel.addEventListener('message', (event) => void received.push(Reflect.get(event, 'data')));
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
    send: (message) => channel.postMessage(message),
    received,
    close: () => channel.close(),
  };
}
