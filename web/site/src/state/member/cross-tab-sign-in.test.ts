import { type FakePage, fakePage } from '@marquee/testkit/pages/fake-page.ts';
import { type OtherTab, otherTab } from '@marquee/testkit/session/other-tab.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchOtherTabs } from './cross-tab-sign-in.ts';

const check = vi.fn<() => void>();
let page: FakePage;
let other: OtherTab;

/** Sends a message of another tab, and waits until a channel that was opened later has it too. */
async function send(): Promise<void> {
  const last = otherTab();
  other.send({ kind: 'signed-out' });
  await vi.waitFor(() => expect(last.received).toHaveLength(1));
  last.close();
}

beforeEach(() => {
  check.mockClear();
  page = fakePage();
  other = otherTab();
});
afterEach(() => {
  page.window.dispatch('pagehide');
  other.close();
  vi.unstubAllGlobals();
});

describe('security 1.12 a page without the code of the member area', () => {
  it('checks the session after a message of another tab', async () => {
    watchOtherTabs(check);
    expect(check).not.toHaveBeenCalled();
    await send();
    expect(check).toHaveBeenCalledTimes(1);
  });

  it('checks it when it is visible again, not when it is hidden', () => {
    watchOtherTabs(check);
    page.document.visibilityState = 'hidden';
    page.document.dispatch('visibilitychange');
    expect(check).not.toHaveBeenCalled();
    page.document.visibilityState = 'visible';
    page.document.dispatch('visibilitychange');
    expect(check).toHaveBeenCalledTimes(1);
  });

  it('has no open channel in the back/forward cache, and checks once when it returns', async () => {
    watchOtherTabs(check);
    page.window.dispatch('pagehide', { persisted: true });
    await send();
    expect(check).not.toHaveBeenCalled();
    page.window.dispatch('pageshow', { persisted: true });
    expect(check).toHaveBeenCalledTimes(1);
    await send();
    expect(check).toHaveBeenCalledTimes(2);
  });

  it('has one channel after it was loaded', async () => {
    watchOtherTabs(check);
    page.window.dispatch('pageshow', { persisted: false });
    expect(check).not.toHaveBeenCalled();
    await send();
    expect(check).toHaveBeenCalledTimes(1);
  });

  it('checks only when it is shown in a browser without channels', async () => {
    vi.stubGlobal('window', {});
    watchOtherTabs(check);
    await send();
    expect(check).not.toHaveBeenCalled();
    page.window.dispatch('pageshow', { persisted: true });
    expect(check).toHaveBeenCalledTimes(1);
  });
});
