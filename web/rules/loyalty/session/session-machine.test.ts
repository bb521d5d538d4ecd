import { describe, expect, it } from 'vitest';
import { cookieStore } from './session-cookies.ts';
import { memberIn, recordIn } from './session.ts';
import { memoryStore } from '@marquee/testkit/session/memory-store.ts';
import type { SessionRecord, SessionStore } from './session-record.ts';
import { START, sessionHarness } from '@marquee/testkit/session/session-harness.ts';

const V1: SessionRecord = {
  kind: 'held',
  cypherVersion: 1,
  token: 't0',
  refreshToken: 'r0',
  memberId: 'm1',
  encryptedSessionId: 'e1',
};
const V3: SessionRecord = { kind: 'held', cypherVersion: 3, token: 't0', refreshToken: 'r0' };
const TOKENS = { boxofficeSessionToken: 't1', boxofficeRefreshSessionToken: 'r1' };
const MEMBER = { memberId: 'm1', firstName: 'Ann' };
const DONE = { peachCode: 0, statusCode: 200 };
const ENTERED = { ...DONE, memberDetails: MEMBER, sessionManagementTokens: TOKENS };
/** Successful responses, for both versions. */
const WELL = {
  RefreshLogin: ENTERED,
  GetMember: { ...DONE, memberDetails: MEMBER },
  Logout: DONE,
  Login: ENTERED,
  LoginByToken: ENTERED,
};
const OVER = { peachCode: 7, statusCode: 7 };
const GONE = new TypeError('Failed to fetch');
const BUSY = { type: 'about:blank', title: 'Service Unavailable', status: 503 };
const MINUTE = 60_000;

/** A store with the cookies of a page with a session; `clear` removes them like the gateway at the end of a session. */
function pageStore(version: 1 | 3 = 1): SessionStore & { cookies: () => string; clear: () => void } {
  let cookies = `loyaltyState={"cypherVersion":${version},"signedIn":true}`;
  const write = (cookie: string): void => {
    cookies = cookie.includes('Max-Age=0') ? '' : (cookie.split(';')[0] ?? '');
  };
  return {
    ...cookieStore({ read: () => cookies, write }, { secure: false, framed: false }),
    cookies: () => cookies,
    clear: () => write('Max-Age=0'),
  };
}

describe('the start of a page', () => {
  it('SESS-08 SESS-14 is loading, and signed in when the refresh half a second later succeeded', async () => {
    const { machine, log, advance } = sessionHarness(1, WELL, { record: V1 });
    expect(machine.get().kind).toBe('loading');
    machine.start();
    expect(machine.get()).toEqual({ kind: 'loading', record: V1 });
    await advance(499);
    expect([machine.get().kind, log]).toEqual(['loading', []]);
    await advance(1);
    expect([machine.get().kind, log]).toEqual(['signed-in', ['RefreshLogin']]);
  });

  it('SESS-14 is debounced: another start restarts the delay', async () => {
    const { machine, log, advance } = sessionHarness(1, WELL, { record: V1 });
    machine.start();
    await advance(400);
    machine.start();
    await advance(400);
    expect(log).toEqual([]);
    await advance(100);
    expect(log).toEqual(['RefreshLogin']);
  });

  it('SESS-14 without a session is signed out, and no call is sent', async () => {
    const { machine, log, advance } = sessionHarness(1, WELL);
    machine.start();
    expect(machine.get()).toEqual({ kind: 'signed-out' });
    await advance(90_000 * 1000);
    expect(log).toEqual([]);
  });

  it.each([
    [false, 'signed-out'],
    [true, 'expired'],
  ])('SESS-08 SESS-10 with an expired member, allowed: %j, is %s', async (allowExpiredAccountsLogin, kind) => {
    const member = { memberExpiry: '2020-01-01T00:00:00Z' };
    const responses = { ...WELL, RefreshLogin: { ...ENTERED, memberDetails: member } };
    const { machine, log, advance } = sessionHarness(1, responses, {
      record: V1,
      settings: { allowExpiredAccountsLogin, sessionTimeout: 720 },
    });
    machine.start();
    await advance(500);
    const record = { ...V1, token: 't1', refreshToken: 'r1' };
    expect(machine.get()).toEqual(allowExpiredAccountsLogin ? { kind, record, member } : { kind });
    expect([recordIn(machine.get()), memberIn(machine.get())]).toEqual(
      allowExpiredAccountsLogin ? [record, member] : [undefined, undefined],
    );
    // The session of a member who counts as signed out is not refreshed again.
    await advance(10 * MINUTE);
    expect(log.length).toBe(allowExpiredAccountsLogin ? 2 : 1);
  });

  it('is not refreshed without a connection, which would end the session', async () => {
    let isOffline = true;
    const { machine, log, advance } = sessionHarness(1, WELL, { record: V1, isOffline: () => isOffline });
    machine.start();
    await advance(MINUTE);
    expect([machine.get().kind, log]).toEqual(['loading', []]);
    isOffline = false;
    await advance(MINUTE);
    expect([machine.get().kind, log]).toEqual(['signed-in', ['RefreshLogin']]);
  });
});

describe('the refresh', () => {
  it.each([
    [1, 10 * MINUTE, V1],
    [3, (23 * 60 + 50) * MINUTE, V3],
  ] as const)('SESS-14 SESS-15 of version %i is repeated while signed in', async (version, every, record) => {
    const { machine, log, advance } = sessionHarness(version, WELL, { record });
    machine.start();
    await advance(500);
    const refreshes = () => log.filter((name) => name === 'RefreshLogin').length;
    expect(refreshes()).toBe(1);
    await advance(every - 1);
    expect(refreshes()).toBe(1);
    await advance(1);
    expect(refreshes()).toBe(2);
    await advance(2 * every);
    expect(refreshes()).toBe(4);
    await machine.logout();
    await advance(5 * every);
    expect(refreshes()).toBe(4);
  });

  it('stops with the machine', async () => {
    const { machine, log, advance, hold, held, flush } = sessionHarness(1, WELL, { record: V1 });
    hold('RefreshLogin');
    machine.start();
    await advance(500);
    machine.stop();
    held.get('RefreshLogin')?.();
    await flush();
    await advance(60 * MINUTE);
    expect([machine.get().kind, log]).toEqual(['signed-in', ['RefreshLogin']]);
  });

  it('SESS-16 SESS-17 does not happen while a token is in the address', async () => {
    let token: string | undefined;
    const { machine, log, advance } = sessionHarness(1, WELL, { record: V1, tokenInUrl: () => token });
    machine.start();
    await advance(500);
    token = 'abc';
    await advance(30 * MINUTE);
    expect(log).toEqual(['RefreshLogin']);
    token = undefined;
    await advance(10 * MINUTE);
    expect(log).toEqual(['RefreshLogin', 'RefreshLogin']);
  });

  it.each([{ memberId: '' }, { token: '' }, { refreshToken: '' }])(
    'SESS-18 of version 1 needs a complete record, not one with %j',
    async (part) => {
      const { machine, log, advance } = sessionHarness(1, WELL, { record: { ...V1, ...part } });
      machine.start();
      await advance(500);
      expect([machine.get().kind, log]).toEqual(['signed-out', []]);
    },
  );

  it('SESS-14 SESS-20 ends a session whose cookie is missing, without a call', async () => {
    const store = pageStore();
    const { machine, log, advance } = sessionHarness(1, WELL, { store });
    machine.start();
    store.clear();
    await advance(500);
    expect([machine.get(), log, store.cookies()]).toEqual([{ kind: 'signed-out' }, [], '']);
  });

  it('SESS-18 SESS-19 of version 1 is sent with the refresh token, and its response is stored', async () => {
    const { machine, sentCalls, store, advance } = sessionHarness(
      1,
      { RefreshLogin: { ...ENTERED, encryptedSessionId: 'e2' } },
      { record: V1 },
    );
    machine.start();
    await advance(500);
    expect(sentCalls[0]).toMatchObject({
      call: { route: '/Member/RefreshLogin?circuitId=C1', token: 'refresh' },
      credentials: { kind: 'header', refreshToken: 'r0' },
    });
    const record = { ...V1, token: 't1', refreshToken: 'r1', encryptedSessionId: 'e1' };
    expect(store.read()).toEqual({ kind: 'session', record });
    expect(machine.get()).toEqual({ kind: 'signed-in', record, member: MEMBER });
  });

  it.each([{ statusCode: 500 }, { statusCode: 201, memberDetails: MEMBER }, { statusCode: 200 }, OVER, null, '<html>'])(
    'SESS-20 VALID-12 of version 1 that fails clears the session: %o',
    async (response) => {
      const { machine, log, store, advance } = sessionHarness(1, { ...WELL, RefreshLogin: response }, { record: V1 });
      machine.start();
      await advance(500);
      expect([machine.get(), store.read(), machine.loginError.get(), log]).toEqual([
        { kind: 'signed-out' },
        { kind: 'none' },
        undefined,
        ['RefreshLogin'],
      ]);
    },
  );

  it.each([
    [1, GONE],
    [3, GONE],
    [1, BUSY],
    [3, BUSY],
  ] as const)(
    'SESS-20 SESS-22 of version %d clears the session when its response is lost twice, without a message: %o',
    async (version, lost) => {
      const { machine, log, store, advance } = sessionHarness(
        version,
        { ...WELL, RefreshLogin: lost },
        { record: version === 1 ? V1 : V3 },
      );
      machine.start();
      await advance(500);
      expect([machine.get().kind, store.read().kind]).toEqual(['loading', 'session']);
      await advance(1000);
      expect([machine.get(), store.read(), machine.loginError.get(), log]).toEqual([
        { kind: 'signed-out' },
        { kind: 'none' },
        undefined,
        ['RefreshLogin', 'RefreshLogin'],
      ]);
    },
  );

  it.each([
    [1, GONE],
    [3, GONE],
    [1, BUSY],
    [3, BUSY],
  ] as const)('SESS-14 security 1.7 of version %d continues after one lost response: %o', async (version, lost) => {
    const { machine, responses, advance } = sessionHarness(
      version,
      { ...WELL, RefreshLogin: lost },
      { record: version === 1 ? V1 : V3 },
    );
    machine.start();
    await advance(500);
    responses['RefreshLogin'] = ENTERED;
    await advance(1000);
    expect(machine.get()).toMatchObject({ kind: 'signed-in', member: MEMBER });
  });

  it.each([
    ['its response', 20_000, 0],
    ['a timer of a page in the background', 0, 60_000],
  ])('security 1.7 is not sent again when its token may count as stolen: %s was late', async (_, responseDelay, timer) => {
    let time = START;
    const late = sessionHarness(3, { ...WELL, RefreshLogin: GONE }, { record: V3, now: () => time });
    late.hold('RefreshLogin');
    late.machine.start();
    await late.advance(500);
    time += responseDelay;
    late.held.get('RefreshLogin')?.();
    await late.flush();
    time += timer;
    await late.advance(1000);
    expect([late.machine.get().kind, late.log]).toEqual(['signed-out', ['RefreshLogin']]);
  });

  it('is not sent again after another session has started', async () => {
    const { machine, log, advance } = sessionHarness(1, { ...WELL, RefreshLogin: GONE }, { record: V1 });
    machine.start();
    await advance(500);
    machine.startCreatedSession({ ...ENTERED, memberDetails: { memberId: 'm2' } });
    await advance(1000);
    expect([machine.get(), log]).toEqual([
      expect.objectContaining({ kind: 'signed-in', member: { memberId: 'm2' } }),
      ['RefreshLogin'],
    ]);
  });

  it('ux 7 waits for a connection that was lost during it', async () => {
    let offline = false;
    const { machine, store, responses, advance } = sessionHarness(
      3,
      { ...WELL, RefreshLogin: GONE },
      { record: V3, isOffline: () => offline },
    );
    machine.start();
    await advance(500);
    offline = true;
    await advance(1000);
    expect([machine.get().kind, store.read().kind]).toEqual(['loading', 'session']);
    offline = false;
    responses['RefreshLogin'] = ENTERED;
    await advance(30_000);
    expect(machine.get()).toMatchObject({ kind: 'signed-in', member: MEMBER });
  });

  it('SESS-21 of version 3 requests the member with the new token, and stores the responses', async () => {
    const { machine, sentCalls, store, advance } = sessionHarness(3, WELL, { record: V3 });
    machine.start();
    await advance(500);
    expect(sentCalls.map(({ call, credentials }) => [call.route, credentials])).toEqual([
      ['/Member/v3/RefreshLogin?boxofficeCircuitId=C1', { kind: 'header', token: 't0', refreshToken: 'r0' }],
      ['/Member/v3/GetMember/?boxofficeCircuitId=C1', { kind: 'header', token: 't1', refreshToken: 'r1' }],
    ]);
    const record = { ...V3, token: 't1', refreshToken: 'r1' };
    expect([store.read(), machine.get()]).toEqual([
      { kind: 'session', record },
      { kind: 'signed-in', record, member: MEMBER },
    ]);
  });

  it('SESS-21 of version 3 needs a refresh token', async () => {
    const { machine, log, advance } = sessionHarness(3, WELL, { record: { ...V3, refreshToken: '' } });
    machine.start();
    await advance(500);
    expect([machine.get().kind, log]).toEqual(['signed-out', []]);
  });

  it.each([
    [{ RefreshLogin: { ...DONE, sessionManagementTokens: { boxofficeSessionToken: 't1' } } }, ['RefreshLogin']],
    [{ RefreshLogin: { ...DONE, sessionManagementTokens: { boxofficeRefreshSessionToken: 'r1' } } }, ['RefreshLogin']],
    [{ RefreshLogin: { ...ENTERED, statusCode: 500 } }, ['RefreshLogin']],
    [{ GetMember: OVER }, ['RefreshLogin', 'GetMember']],
    [{ GetMember: DONE }, ['RefreshLogin', 'GetMember']],
    [{ GetMember: { statusCode: 500 } }, ['RefreshLogin', 'GetMember']],
  ])(
    'SESS-22 VALID-12 of version 3 clears the session at once when an error arrives, without a retry: %o',
    async (responses, calls) => {
      const { machine, log, store, advance } = sessionHarness(3, { ...WELL, ...responses }, { record: V3 });
      machine.start();
      await advance(500);
      expect([machine.get(), store.read(), machine.loginError.get(), log]).toEqual([
        { kind: 'signed-out' },
        { kind: 'none' },
        undefined,
        calls,
      ]);
      await advance(MINUTE);
      expect(log).toEqual(calls);
    },
  );

  it.each([GONE, BUSY])(
    'SESS-22 of version 3 clears the session when the response with the member is lost twice: %o',
    async (lost) => {
      const { machine, log, store, advance } = sessionHarness(3, { ...WELL, GetMember: lost }, { record: V3 });
      machine.start();
      await advance(500);
      expect([machine.get().kind, log]).toEqual(['loading', ['RefreshLogin', 'GetMember']]);
      await advance(1000);
      expect([machine.get(), store.read(), machine.loginError.get(), log]).toEqual([
        { kind: 'signed-out' },
        { kind: 'none' },
        undefined,
        ['RefreshLogin', 'GetMember', 'RefreshLogin', 'GetMember'],
      ]);
    },
  );

  it('is ignored after another session has started', async () => {
    const { machine, advance, hold, held, flush } = sessionHarness(1, { RefreshLogin: OVER }, { record: V1 });
    hold('RefreshLogin');
    machine.start();
    await advance(500);
    machine.startCreatedSession({ ...ENTERED, memberDetails: { memberId: 'm2' } });
    held.get('RefreshLogin')?.();
    await flush();
    expect(machine.get()).toMatchObject({ kind: 'signed-in', member: { memberId: 'm2' } });
  });

  it('runs once at a time, in all tabs', async () => {
    const runs: string[] = [];
    const withLock = async <T>(run: () => Promise<T>): Promise<T> => {
      runs.push('begun');
      return run().finally(() => void runs.push('done'));
    };
    const { machine, log, advance, hold, held, flush } = sessionHarness(1, WELL, { record: V1, withLock });
    machine.start();
    await advance(500);
    hold('RefreshLogin');
    const both = [machine.refreshUser(), machine.refreshUser()];
    await flush();
    held.get('RefreshLogin')?.();
    await Promise.all(both);
    expect([log.length, runs]).toEqual([2, ['begun', 'done', 'begun', 'done']]);
  });
});

describe('a page of the site, which has no token', () => {
  it.each([1, 3] as const)('SESS-02 SESS-22 refreshes version %i without seeing one', async (version) => {
    const store = pageStore(version);
    const { machine, sentCalls, advance } = sessionHarness(
      version,
      { RefreshLogin: { ...DONE, memberDetails: MEMBER }, GetMember: WELL.GetMember },
      { store },
    );
    machine.start();
    await advance(500);
    expect(machine.get()).toEqual({ kind: 'signed-in', record: { kind: 'opaque', cypherVersion: version }, member: MEMBER });
    expect(sentCalls.every(({ credentials }) => credentials.kind === 'cookie' && credentials.token === undefined)).toBe(true);
  });

  it('SESS-20 clears a session that the gateway ended already, and sends the logout of one that it did not', async () => {
    const ended = pageStore();
    const over = (): unknown => {
      ended.clear();
      return OVER;
    };
    const first = sessionHarness(1, { RefreshLogin: over }, { store: ended });
    first.machine.start();
    await first.advance(500);
    // No logout is needed.
    expect([first.machine.get().kind, first.log, ended.cookies()]).toEqual(['signed-out', ['RefreshLogin'], '']);

    const store = pageStore();
    const second = sessionHarness(1, { RefreshLogin: { title: 'Unavailable' }, Logout: DONE }, { store });
    second.machine.start();
    await second.advance(500);
    expect([second.machine.get().kind, second.log, store.cookies()]).toEqual(['signed-out', ['RefreshLogin', 'Logout'], '']);
  });

  it('SESS-31 SESS-32 signs out without a token, and sends a failed logout again at the next start', async () => {
    const store = pageStore(3);
    const { machine, sentCalls, log, advance, responses } = sessionHarness(3, { ...WELL, Logout: GONE }, { store });
    machine.start();
    await advance(500);
    await machine.logout();
    expect([machine.get(), store.read()]).toEqual([{ kind: 'signed-out' }, { kind: 'logout-pending', cypherVersion: 3 }]);
    expect(sentCalls.at(-1)).toMatchObject({
      call: { payload: { cancelAssociatedOrder: true, userSessionId: '' } },
      credentials: { kind: 'cookie' },
    });
    responses['Logout'] = DONE;
    machine.start();
    expect(machine.get()).toEqual({ kind: 'signed-out' });
    await advance(0);
    expect([store.read(), log.filter((name) => name === 'Logout').length]).toEqual([{ kind: 'none' }, 2]);
    expect(JSON.stringify(sentCalls.at(-1)?.call)).toBe(JSON.stringify(sentCalls.at(-2)?.call));
  });

  it('SESS-32 signs out without a session, and no call is sent', async () => {
    const store = pageStore();
    store.clear();
    const { machine, log } = sessionHarness(1, WELL, { store });
    await machine.logout();
    expect([machine.get(), store.read(), log]).toEqual([{ kind: 'signed-out' }, { kind: 'none' }, []]);
  });
});

it('SESS-11 SESS-12 a session is stored for the site’s hours, and that of an expired member for the browser session', async () => {
  const store = memoryStore(V1);
  const { machine, advance, responses } = sessionHarness(1, WELL, { store });
  machine.start();
  await advance(500);
  expect(store.until()).toBe(START + 500 + 720 * 60 * MINUTE);
  responses['RefreshLogin'] = { ...ENTERED, memberDetails: { memberExpiry: '2020-01-01T00:00:00Z' } };
  await advance(10 * MINUTE);
  expect([store.read().kind, store.until(), machine.get().kind]).toEqual(['session', undefined, 'signed-out']);
});
