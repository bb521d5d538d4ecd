import { describe, expect, it } from 'vitest';
import { cookieStore } from './session-cookies.ts';
import { memberIn, recordIn } from './session.ts';
import { type SessionHarness, sessionHarness } from '@marquee/testkit/session/session-harness.ts';
import { type TabMessage, type Tabs, readTabMessage } from './session-tabs.ts';

const MEMBER = { memberId: 'm1', firstName: 'Ann' };
const ENTERED = { peachCode: 0, statusCode: 200, memberDetails: MEMBER };
const WELL = { RefreshLogin: ENTERED, GetMember: ENTERED, Login: ENTERED, Logout: { peachCode: 0, statusCode: 200 } };
const MINUTE = 60_000;

/** Tabs of one browser: one cookie jar, one channel, one lock. The channel may be slower than the lock. */
class Browser {
  cookies = '';
  readonly #isSlow: boolean;
  readonly #delayed = new Map<Tabs, (() => void)[]>();
  readonly messages: TabMessage[] = [];
  readonly #listeners: { readonly owner: Tabs; readonly listener: (message: TabMessage) => void }[] = [];
  #queue: Promise<unknown> = Promise.resolve();

  constructor({ slow = false }: { slow?: boolean } = {}) {
    this.#isSlow = slow;
  }

  signedIn(version: 1 | 3 = 3): this {
    this.cookies = `loyaltyState={"cypherVersion":${version},"signedIn":true}`;
    return this;
  }

  tab(version: 1 | 3 = 3, responses: Readonly<Record<string, unknown>> = WELL): SessionHarness {
    const jar = {
      read: () => this.cookies,
      write: (cookie: string) => void (this.cookies = cookie.includes('Max-Age=0') ? '' : (cookie.split(';')[0] ?? '')),
    };
    const tabs: Tabs = {
      post: (message) => {
        this.messages.push(message);
        for (const { owner, listener } of this.#listeners) {
          if (owner === tabs) continue;
          if (this.#isSlow) this.#delayed.get(owner)?.push(() => listener(message));
          else listener(message);
        }
      },
      listen: (listener) => void this.#listeners.push({ owner: tabs, listener }),
      waitForDelivery: () => {
        for (const deliver of this.#delayed.get(tabs)?.splice(0) ?? []) deliver();
        return Promise.resolve();
      },
    };
    this.#delayed.set(tabs, []);
    const withLock = <T>(run: () => Promise<T>): Promise<T> => {
      const result = this.#queue.then(run);
      this.#queue = result.catch(() => undefined);
      return result;
    };
    return sessionHarness(version, responses, { store: cookieStore(jar, { secure: false, framed: false }), tabs, withLock });
  }
}

const kinds = (...tabs: readonly SessionHarness[]): string[] => tabs.map(({ machine }) => machine.get().kind);
async function started(...tabs: readonly SessionHarness[]): Promise<void> {
  for (const { machine } of tabs) machine.start();
  for (const tab of tabs) await tab.advance(500);
}

describe('security 1.12 the tabs of a browser', () => {
  it('SESS-32 a sign-out in one tab signs all out, before the server has responded', async () => {
    const browser = new Browser().signedIn();
    const [first, second] = [browser.tab(), browser.tab()];
    await started(first, second);
    expect(kinds(first, second)).toEqual(['signed-in', 'signed-in']);
    first.hold('Logout');
    const leaving = first.machine.logout();
    await first.flush();
    expect([kinds(first, second), second.machine.signOuts.get(), second.log.includes('Logout')]).toEqual([
      ['signed-out', 'signed-out'],
      1,
      false,
    ]);
    first.held.get('Logout')?.();
    await leaving;
    expect(browser.cookies).toBe('');
  });

  it('SESS-20 a session that expires ends in all tabs', async () => {
    const browser = new Browser().signedIn();
    const [first, second] = [browser.tab(), browser.tab()];
    await started(first, second);
    first.responses['GetMember'] = { peachCode: 7, statusCode: 7 };
    await first.machine.refreshUser();
    expect(kinds(first, second)).toEqual(['signed-out', 'signed-out']);
  });

  it('SESS-25 a sign-in in one tab signs all in, without another call', async () => {
    const browser = new Browser();
    const signed = browser.tab(3, { ...WELL, Login: () => (browser.signedIn(), ENTERED) });
    const guest = browser.tab();
    await started(signed, guest);
    await signed.machine.login({ username: 'ann', password: 'pw' });
    expect([kinds(signed, guest), memberIn(guest.machine.get()), guest.log]).toEqual([['signed-in', 'signed-in'], MEMBER, []]);
  });

  it('a message of a session that the cookie does not confirm signs nobody in', async () => {
    const browser = new Browser();
    const [guest, otherTab] = [browser.tab(), browser.tab()];
    await started(guest, otherTab);
    // In version 1, as if the site's setting changed between two pages.
    expect(otherTab.machine.startCreatedSession(ENTERED)).toBe(false);
    browser.signedIn(1);
    otherTab.machine.startCreatedSession(ENTERED);
    expect(memberIn(guest.machine.get())).toBeUndefined();
  });

  it('SESS-33 details that change in one tab change in all, for the same member only', async () => {
    const browser = new Browser().signedIn();
    const [first, second] = [browser.tab(), browser.tab()];
    await started(first, second);
    first.responses['GetMember'] = { ...ENTERED, memberDetails: { ...MEMBER, firstName: 'Anna' } };
    await first.machine.refreshUser();
    expect(memberIn(second.machine.get())).toEqual({ ...MEMBER, firstName: 'Anna' });
    first.responses['GetMember'] = { ...ENTERED, memberDetails: { memberId: 'm2', firstName: 'Bob' } };
    await first.machine.refreshUser();
    expect(memberIn(second.machine.get())).toEqual({ ...MEMBER, firstName: 'Anna' });
  });

  it.each([
    [1, 'at once', false],
    [3, 'at once', false],
    [1, 'after the lock is granted', true],
    [3, 'after the lock is granted', true],
  ] as const)(
    'security 1.7 one refresh serves all tabs of version %i that wait, if messages arrive %s',
    async (version, _, slow) => {
      const browser = new Browser({ slow }).signedIn(version);
      const tabs = Array.from({ length: 10 }, () => browser.tab(version));
      const [first] = tabs;
      if (first === undefined) throw new Error('no tab');
      first.hold('RefreshLogin');
      await started(...tabs);
      expect(tabs.flatMap(({ log }) => log)).toEqual(['RefreshLogin']);
      first.held.get('RefreshLogin')?.();
      for (const { flush } of tabs) await flush();
      expect(kinds(...tabs)).toEqual(tabs.map(() => 'signed-in'));
      expect(tabs.flatMap(({ log }) => log).filter((name) => name === 'RefreshLogin')).toEqual(['RefreshLogin']);
    },
  );

  it('SESS-15 one refresh postpones the next one of every tab', async () => {
    const browser = new Browser().signedIn(1);
    const [first, second] = [browser.tab(1), browser.tab(1)];
    await started(first, second);
    for (let minute = 0; minute < 10; minute += 1) for (const tab of [first, second]) await tab.advance(MINUTE);
    expect([first, second].flatMap(({ log }) => log)).toEqual(['RefreshLogin', 'RefreshLogin']);
  });

  it('a sign-out during the refresh of another tab is sent to the server after it', async () => {
    const browser = new Browser().signedIn();
    const [first, second] = [browser.tab(), browser.tab()];
    await started(first, second);
    second.responses['RefreshLogin'] = () => (browser.signedIn(), ENTERED);
    second.hold('RefreshLogin');
    await second.advance((23 * 60 + 50) * MINUTE);
    const leaving = first.machine.logout();
    await first.flush();
    expect([kinds(first, second), first.log.includes('Logout')]).toEqual([['signed-out', 'signed-out'], false]);
    second.held.get('RefreshLogin')?.();
    await leaving;
    expect([kinds(first, second), browser.cookies]).toEqual([['signed-out', 'signed-out'], '']);
  });

  it('security 1.4 no message has a token', async () => {
    const browser = new Browser();
    const tokens = { boxofficeSessionToken: 's3cret-1', boxofficeRefreshSessionToken: 's3cret-2' };
    const response = { ...ENTERED, sessionManagementTokens: tokens, userSessionId: 's3cret-3', encryptedSessionId: 's3cret-4' };
    const tab = browser.tab(3, { ...WELL, Login: () => (browser.signedIn(), response), RefreshLogin: response });
    await started(tab);
    await tab.machine.login({ username: 'ann', password: 'pw' });
    await tab.advance(24 * 60 * MINUTE);
    await tab.machine.logout();
    expect(browser.messages.map(({ kind }) => kind)).toEqual(['refreshed', 'refreshed', 'signed-out']);
    expect(JSON.stringify(browser.messages)).not.toContain('s3cret');
  });
});

describe('security 1.12 a message of another tab', () => {
  const PAST = { memberExpiry: '2020-01-01T00:00:00Z' };

  /** A single tab, its cookies, and a function that sends it a message. */
  function receiver(version: 1 | 3 = 3) {
    const jar = { cookies: '' };
    const sign = (signed: 1 | 3): void => void (jar.cookies = `loyaltyState={"cypherVersion":${signed},"signedIn":true}`);
    const listeners: ((message: TabMessage) => void)[] = [];
    const tabs: Tabs = {
      post: () => undefined,
      listen: (listener) => void listeners.push(listener),
      waitForDelivery: () => Promise.resolve(),
    };
    const store = cookieStore({ read: () => jar.cookies, write: () => undefined }, { secure: false, framed: false });
    const tab = sessionHarness(version, WELL, { store, tabs });
    return { tab, jar, sign, receive: (message: TabMessage): void => listeners.forEach((listener) => listener(message)) };
  }

  it.each([
    ['the same member', MEMBER, 3, 3, MEMBER, true],
    ['another member', MEMBER, 3, 3, { memberId: 'm2' }, false],
    ['members without ids', {}, 3, 3, {}, false],
    ['the same member in another version', MEMBER, 1, 3, MEMBER, false],
  ] as const)(
    'about a refresh keeps the record of the session for the same member only: %s',
    async (_, firstMember, firstVersion, secondVersion, member, isSame) => {
      const { tab, sign, receive } = receiver();
      sign(firstVersion);
      receive({ kind: 'refreshed', cypherVersion: firstVersion, member: firstMember });
      const record = recordIn(tab.machine.get());
      expect(record).toEqual({ kind: 'opaque', cypherVersion: firstVersion });
      sign(secondVersion);
      receive({ kind: 'refreshed', cypherVersion: secondVersion, member });
      expect(tab.machine.get()).toEqual({ kind: 'signed-in', record: { kind: 'opaque', cypherVersion: secondVersion }, member });
      // A new record makes the page load the lists of its member again.
      expect(recordIn(tab.machine.get()) === record).toBe(isSame);
    },
  );

  it('about a refresh signs nobody in without a cookie', () => {
    const { tab, receive } = receiver();
    receive({ kind: 'refreshed', cypherVersion: 3, member: MEMBER });
    expect(kinds(tab)).toEqual(['loading']);
  });

  it('about the details of a member signs no guest in', async () => {
    const { tab, receive } = receiver();
    await started(tab);
    receive({ kind: 'member', member: { firstName: 'Ann' } });
    expect(tab.machine.get()).toEqual({ kind: 'signed-out' });
  });

  it('SESS-10 about a member who is expired now signs out, and a pending response does not sign in again', async () => {
    const { tab, sign, receive } = receiver();
    sign(3);
    await started(tab);
    tab.hold('GetMember');
    const refreshed = tab.machine.refreshUser();
    receive({ kind: 'member', member: { ...MEMBER, ...PAST } });
    expect(kinds(tab)).toEqual(['signed-out']);
    tab.held.get('GetMember')?.();
    await refreshed;
    expect(tab.machine.get()).toEqual({ kind: 'signed-out' });
  });

  it('about lists does not change the session', async () => {
    const { tab, sign, receive } = receiver();
    sign(3);
    await started(tab);
    const before = tab.machine.get();
    receive({ kind: 'changed', names: ['cards'] });
    expect(tab.machine.get()).toBe(before);
  });
});

describe('security 1.12 a page that is shown again', () => {
  it('is signed out if the cookie is missing', async () => {
    const browser = new Browser().signedIn();
    const tab = browser.tab();
    await started(tab);
    browser.cookies = '';
    tab.machine.resume(false);
    expect([kinds(tab), tab.machine.signOuts.get()]).toEqual([['signed-out'], 1]);
  });

  it('is signed out at once if the cookie is missing before the session has loaded', async () => {
    const browser = new Browser().signedIn();
    const tab = browser.tab();
    tab.machine.start();
    browser.cookies = '';
    tab.machine.resume(false);
    expect([kinds(tab), tab.machine.signOuts.get()]).toEqual([['signed-out'], 0]);
    await tab.advance(MINUTE);
    expect(tab.log).toEqual([]);
  });

  it('SESS-16 continues to sign in by a token', async () => {
    const browser = new Browser();
    const tab = browser.tab();
    tab.hold('GetMember');
    tab.machine.start('abc');
    await tab.flush();
    tab.machine.resume(false);
    expect(kinds(tab)).toEqual(['loading']);
    tab.held.get('GetMember')?.();
    await tab.flush();
    expect([kinds(tab), tab.log]).toEqual([['signed-in'], ['GetMember']]);
  });

  it('checks who is signed in if the cookie is new', async () => {
    const browser = new Browser();
    const tab = browser.tab();
    await started(tab);
    browser.signedIn();
    tab.machine.resume(false);
    expect(kinds(tab)).toEqual(['loading']);
    await tab.advance(500);
    expect([kinds(tab), tab.log]).toEqual([['signed-in'], ['RefreshLogin', 'GetMember']]);
  });

  it('requests the member only if messages may have been lost', async () => {
    const browser = new Browser().signedIn();
    const tab = browser.tab();
    await started(tab);
    tab.responses['GetMember'] = { ...ENTERED, memberDetails: { memberId: 'm2', firstName: 'Bob' } };
    tab.machine.resume(false);
    await tab.flush();
    expect(memberIn(tab.machine.get())).toEqual(MEMBER);
    tab.machine.resume(true);
    await tab.flush();
    expect(memberIn(tab.machine.get())).toMatchObject({ memberId: 'm2' });
  });

  it('does nothing for a guest', async () => {
    const tab = new Browser().tab();
    await started(tab);
    const before = tab.machine.get();
    tab.machine.resume(true);
    await tab.advance(MINUTE);
    expect([tab.machine.get() === before, kinds(tab), tab.log, tab.machine.signOuts.get()]).toEqual([true, ['signed-out'], [], 0]);
  });
});

it('a stale cookie at the start does not count as a sign-out: a started form is kept', async () => {
  const browser = new Browser().signedIn();
  const tab = browser.tab(3, { ...WELL, RefreshLogin: { peachCode: 7, statusCode: 7 } });
  await started(tab);
  expect([kinds(tab), tab.machine.signOuts.get()]).toEqual([['signed-out'], 0]);
});

it.each([
  [
    { kind: 'refreshed', cypherVersion: 3, member: MEMBER, more: 1 },
    { kind: 'refreshed', cypherVersion: 3, member: MEMBER },
  ],
  [
    { kind: 'refreshed', cypherVersion: 1, member: MEMBER },
    { kind: 'refreshed', cypherVersion: 1, member: MEMBER },
  ],
  [{ kind: 'refreshed', cypherVersion: 2, member: MEMBER }, undefined],
  [{ kind: 'refreshed', cypherVersion: 3, member: [] }, undefined],
  [
    { kind: 'member', member: MEMBER },
    { kind: 'member', member: MEMBER },
  ],
  [{ kind: 'member' }, undefined],
  [{ kind: 'member', member: null }, undefined],
  [
    { kind: 'changed', names: ['cards', 7] },
    { kind: 'changed', names: ['cards'] },
  ],
  [{ kind: 'changed' }, { kind: 'changed', names: [] }],
  [{ kind: 'signed-out' }, { kind: 'signed-out' }],
  [{ kind: 'other' }, undefined],
  ['signed-out', undefined],
  [null, undefined],
])('security 1.12 parses the message %o as %o', (message, read) => {
  expect(readTabMessage(message)).toEqual(read);
});
