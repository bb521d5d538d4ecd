import type { TabMessage, Tabs } from '@marquee/rules/loyalty/session/session-tabs.ts';
import { type FakePage, fakePage } from '@marquee/testkit/pages/fake-page.ts';
import { otherTab } from '@marquee/testkit/session/other-tab.ts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openTabs, whenShownAgain } from './tabs.ts';

const SIGNED_OUT: TabMessage = { kind: 'signed-out' };
const CHANGED: TabMessage = { kind: 'changed', names: ['watchlist'] };

interface Tab extends FakePage {
  readonly tabs: Tabs;
  readonly received: TabMessage[];
}

let opened: Tab[] = [];

/** A page with the channel in a tab of its own. */
function openTab(): Tab {
  const page = fakePage();
  const tabs = openTabs();
  const received: TabMessage[] = [];
  tabs.listen((message) => void received.push(message));
  const tab = { ...page, tabs, received };
  opened.push(tab);
  return tab;
}

afterEach(() => {
  for (const { window } of opened) window.dispatch('pagehide');
  opened = [];
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('security 1.12 the channel between tabs', () => {
  it('delivers a sign-out to every listener of all other tabs', async () => {
    const [first, second, third] = [openTab(), openTab(), openTab()];
    const more: TabMessage[] = [];
    second.tabs.listen((message) => void more.push(message));
    first.tabs.post(SIGNED_OUT);
    await vi.waitFor(() => expect([second.received, third.received]).toEqual([[SIGNED_OUT], [SIGNED_OUT]]));
    expect([more, first.received]).toEqual([[SIGNED_OUT], []]);
  });

  it('ignores what another version of the site sends', async () => {
    const tab = openTab();
    const other = otherTab();
    for (const message of ['echo', null, { kind: 'renamed' }, CHANGED]) other.send(message);
    await vi.waitFor(() => expect(tab.received).toEqual([CHANGED]));
    other.close();
  });

  it('is closed in the back/forward cache, and opened again by the return from it', async () => {
    const [first, second] = [openTab(), openTab()];
    second.window.dispatch('pagehide', { persisted: true });
    first.tabs.post(SIGNED_OUT);
    second.tabs.post(SIGNED_OUT);
    await first.tabs.waitForDelivery();
    await second.tabs.waitForDelivery();
    expect([first.received, second.received]).toEqual([[], []]);
    second.window.dispatch('pageshow', { persisted: true });
    first.tabs.post(CHANGED);
    await vi.waitFor(() => expect(second.received).toEqual([CHANGED]));
  });

  it('is opened once when the page is loaded', async () => {
    const [first, second] = [openTab(), openTab()];
    second.window.dispatch('pageshow', { persisted: false });
    first.tabs.post(CHANGED);
    await second.tabs.waitForDelivery();
    expect(second.received).toEqual([CHANGED]);
  });

  it('SESS-14 a page that was busy until its timer is due waits for the messages that have arrived', async () => {
    const [first, second] = [openTab(), openTab()];
    first.tabs.post(SIGNED_OUT);
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const delivery = second.tabs.waitForDelivery();
    vi.advanceTimersToNextTimer();
    await delivery;
    expect(second.received).toEqual([SIGNED_OUT]);
  });

  it('is not used by a browser that has none', async () => {
    fakePage();
    vi.stubGlobal('window', {});
    vi.stubGlobal('BroadcastChannel', undefined);
    const tabs = openTabs();
    tabs.post(SIGNED_OUT);
    await tabs.waitForDelivery();
    vi.unstubAllGlobals();
    const tab = openTab();
    await tab.tabs.waitForDelivery();
    expect(tab.received).toEqual([]);
  });
});

describe('security 1.7 the wait for delivery', () => {
  it('ends when the messages that were sent before have arrived', async () => {
    const [first, second] = [openTab(), openTab()];
    first.tabs.post(SIGNED_OUT);
    expect(second.received).toEqual([]);
    await second.tabs.waitForDelivery();
    expect(second.received).toEqual([SIGNED_OUT]);
  });

  it('does not end with the message of another tab that waits', async () => {
    const [first, second, third] = [openTab(), openTab(), openTab()];
    const others = first.tabs.waitForDelivery();
    third.tabs.post(SIGNED_OUT);
    await second.tabs.waitForDelivery();
    expect(second.received).toEqual([SIGNED_OUT]);
    await others;
  });

  it('ends after three seconds if its message is lost, and leaves one channel open', async () => {
    vi.useFakeTimers();
    let open = 0;
    const onClose = vi.fn(() => {
      open -= 1;
    });
    vi.stubGlobal(
      'BroadcastChannel',
      class {
        readonly name: string;
        readonly addEventListener = (): void => undefined;
        readonly postMessage = (): void => undefined;
        readonly close = onClose;
        constructor(name: string) {
          this.name = name;
          open += 1;
        }
      },
    );
    const { tabs, window } = openTab();
    const onEnd = vi.fn();
    const waiting = tabs.waitForDelivery().then(onEnd);
    await vi.advanceTimersByTimeAsync(2999);
    expect([open, onEnd.mock.calls.length]).toEqual([2, 0]);
    await vi.advanceTimersByTimeAsync(1);
    await waiting;
    expect([open, onEnd.mock.calls.length]).toEqual([1, 1]);
    window.dispatch('pagehide');
    expect(open).toBe(0);
  });
});

describe('security 1.12 a page that is shown again', () => {
  it('may have missed messages only in the back/forward cache', () => {
    const { window, document } = fakePage();
    const onShown = vi.fn<(mayHaveMissed: boolean) => void>();
    whenShownAgain(onShown);
    document.visibilityState = 'hidden';
    document.dispatch('visibilitychange');
    window.dispatch('pageshow', { persisted: false });
    expect(onShown).not.toHaveBeenCalled();
    document.visibilityState = 'visible';
    document.dispatch('visibilitychange');
    window.dispatch('pageshow', { persisted: true });
    expect(onShown.mock.calls).toEqual([[false], [true]]);
  });
});
