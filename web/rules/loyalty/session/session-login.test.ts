import { messages as en } from 'virtual:messages/en.later';
import { describe, expect, it } from 'vitest';
import { errorText } from '../calls/error-text.ts';
import { errorOf } from '../calls/responses.ts';
import { cookieStore } from './session-cookies.ts';
import { memoryStore } from '@marquee/testkit/session/memory-store.ts';
import type { SessionRecord, SessionStore } from './session-record.ts';
import { sessionHarness } from '@marquee/testkit/session/session-harness.ts';

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
const PAST = { memberExpiry: '2020-01-01T00:00:00Z' };
const DONE = { peachCode: 0, statusCode: 200 };
const ENTERED = { ...DONE, memberDetails: MEMBER, sessionManagementTokens: TOKENS };
const OVER = { peachCode: 7, statusCode: 7 };
const GONE = new TypeError('Failed to fetch');
const ANN = { username: 'ann', password: 'pw' };

/** A store with the readable cookie of a page; `sign` sets it like the gateway. */
function pageStore(): SessionStore & { sign: (version: 1 | 3) => void } {
  let cookies = '';
  return {
    ...cookieStore(
      { read: () => cookies, write: (cookie) => void (cookies = cookie.includes('Max-Age=0') ? '' : cookie) },
      { secure: false, framed: false },
    ),
    sign: (version) => void (cookies = `loyaltyState={"cypherVersion":${version},"signedIn":true}`),
  };
}

describe('a login', () => {
  it('SESS-23 sends the credentials and the captcha’s answer', async () => {
    const { machine, sentCalls } = sessionHarness(1, { Login: ENTERED });
    await machine.login(ANN, 'captcha-1');
    expect(sentCalls[0]).toMatchObject({
      call: { method: 'POST', route: '/Member/Login?circuitId=C1', payload: ANN, captcha: true },
      captcha: 'captcha-1',
      credentials: { kind: 'header' },
    });
  });

  it.each([
    [
      1,
      {
        kind: 'held',
        cypherVersion: 1,
        token: 't1',
        refreshToken: 'r1',
        memberId: 'm1',
        userSessionId: 'u1',
        encryptedSessionId: 'e9',
      },
    ],
    [3, { kind: 'held', cypherVersion: 3, token: 't1', refreshToken: 'r1' }],
  ] as const)('SESS-25 SESS-05 of version %i stores the member and the tokens', async (version, record) => {
    const { machine, store } = sessionHarness(version, { Login: { ...ENTERED, userSessionId: 'u1', encryptedSessionId: 'e9' } });
    expect(await machine.login(ANN)).toEqual({ kind: 'signed-in', record, member: MEMBER });
    expect(store.read()).toEqual({ kind: 'session', record });
  });

  it('SESS-25 of a page stores only the version, the gateway has the rest', async () => {
    const { machine } = sessionHarness(3, { Login: { ...DONE, memberDetails: MEMBER } }, { store: pageStore() });
    expect(await machine.login(ANN)).toEqual({ kind: 'signed-in', record: { kind: 'opaque', cypherVersion: 3 }, member: MEMBER });
  });

  it('SESS-24 removes the cookie of an expired member before the call, and version 1 sets it for an expired member', async () => {
    const v1 = sessionHarness(1, { Login: { ...ENTERED, memberDetails: PAST } });
    expect((await v1.machine.login(ANN)).kind).toBe('signed-out');
    expect(v1.log).toEqual(['expired cookie removed', 'Login', 'expired cookie set']);
    const v3 = sessionHarness(3, { Login: { ...ENTERED, memberDetails: PAST } });
    await v3.machine.login(ANN);
    expect(v3.log).toEqual(['expired cookie removed', 'Login']);
    const good = sessionHarness(1, { Login: ENTERED });
    await good.machine.login(ANN);
    expect(good.log).toEqual(['expired cookie removed', 'Login']);
  });

  it('SESS-14 is refreshed, even on a page that has not started a session', async () => {
    const { machine, log, advance } = sessionHarness(1, { Login: ENTERED, RefreshLogin: ENTERED });
    await machine.login(ANN);
    await advance(600_000);
    expect(log).toEqual(['expired cookie removed', 'Login', 'RefreshLogin']);
  });

  it('SESS-26 SESS-27 that is refused rejects with the response and stores it until one succeeds', async () => {
    const { machine, responses, store } = sessionHarness(1, { Login: { peachCode: 31, statusCode: 31 } });
    machine.start();
    await expect(machine.login(ANN)).rejects.toEqual({ peachCode: 31, statusCode: 31 });
    expect([machine.loginError.get(), machine.get().kind, store.read().kind]).toEqual([
      { kind: 'refused', response: { peachCode: 31, statusCode: 31 } },
      'signed-out',
      'none',
    ]);
    responses['Login'] = ENTERED;
    await machine.login(ANN);
    expect(machine.loginError.get()).toBeUndefined();
  });

  it('SESS-26 SESS-27 without a response rejects with null', async () => {
    const { machine } = sessionHarness(1, { Login: GONE });
    await expect(machine.login(ANN)).rejects.toBeNull();
    expect(machine.loginError.get()).toEqual({ kind: 'unreachable' });
  });

  it('ERR-04 has the text of the code, or the fallback without a code', () => {
    const settings = { texts: en.calls, provider: 'NONE', original: false };
    const fallback = 'An error has occurred. Please try again.';
    expect(errorText(errorOf({ peachCode: 31 }), settings, fallback)).toBe('Incorrect password (Code: 31)');
    expect(errorText(errorOf({}), settings, fallback)).toBe(fallback);
  });

  it('is not reverted by the refresh of an earlier session', async () => {
    const { machine, log, advance, hold, held, flush } = sessionHarness(
      1,
      { RefreshLogin: { ...ENTERED, memberDetails: { memberId: 'm0' } }, Login: ENTERED },
      { record: V1 },
    );
    hold('RefreshLogin');
    machine.start();
    await advance(500);
    const login = machine.login(ANN);
    await flush();
    // The cookie of the refresh would replace that of the login.
    expect(log).toEqual(['RefreshLogin']);
    held.get('RefreshLogin')?.();
    await login;
    expect(machine.get()).toMatchObject({ kind: 'signed-in', member: MEMBER });
  });
});

describe('a login by token', () => {
  it.each([
    [{ statusCode: 200, memberDetails: MEMBER }, true],
    [{ statusCode: 0, memberDetails: MEMBER }, true],
    [{ statusCode: 201, memberDetails: MEMBER }, false],
    [{ statusCode: 200 }, false],
    [OVER, false],
    [GONE, false],
  ])('SESS-28 of version 1 accepts %o: %j', async (LoginByToken, isAccepted) => {
    const { machine, sentCalls } = sessionHarness(1, { LoginByToken });
    machine.start();
    expect(await machine.loginByToken('abc')).toBe(isAccepted);
    expect([machine.get().kind, sentCalls[0]?.call.route]).toEqual([
      isAccepted ? 'signed-in' : 'signed-out',
      '/Member/LoginByToken?circuitId=C1&token=abc&fromTicketing=false',
    ]);
    if (isAccepted) expect(machine.get()).toMatchObject({ record: { cypherVersion: 1 } });
  });

  it.each([
    [{ peachCode: 0, memberDetails: MEMBER }, true],
    [OVER, false],
    [GONE, false],
  ])('SESS-28 of version 3 requests the token’s member and accepts %o: %j', async (GetMember, isAccepted) => {
    const { machine, sentCalls } = sessionHarness(3, { GetMember });
    machine.start();
    expect(await machine.loginByToken('abc', true)).toBe(isAccepted);
    expect([machine.get().kind, sentCalls[0]]).toMatchObject([
      isAccepted ? 'signed-in' : 'signed-out',
      { call: { route: '/Member/v3/GetMember/?boxofficeCircuitId=C1' }, credentials: { kind: 'header', token: 'abc' } },
    ]);
  });

  it('SESS-29 keeps the stored tokens if the response has none', async () => {
    const { machine, store } = sessionHarness(
      1,
      { LoginByToken: { ...DONE, memberDetails: MEMBER, sessionManagementTokens: { boxofficeSessionToken: 't1' } } },
      { record: V1 },
    );
    await machine.loginByToken('abc');
    expect(store.read()).toMatchObject({ record: { token: 't1', refreshToken: 'r0' } });
  });

  it('SESS-05 stores an encryptedSessionId in version 1', async () => {
    const { machine, store } = sessionHarness(1, { LoginByToken: { ...ENTERED, encryptedSessionId: 'e9' } });
    await machine.loginByToken('abc');
    expect(store.read()).toMatchObject({ record: { encryptedSessionId: 'e9' } });
  });

  it('SESS-16 SESS-30 replaces the refresh on a page with a token in its address', async () => {
    const { machine, sentCalls, log, advance } = sessionHarness(1, { LoginByToken: ENTERED }, { tokenInUrl: () => 'abc' });
    machine.start();
    expect(machine.get()).toEqual({ kind: 'loading', record: undefined });
    await advance(60_000);
    expect([machine.get().kind, log, sentCalls[0]?.call.route]).toEqual([
      'signed-in',
      ['LoginByToken'],
      '/Member/LoginByToken?circuitId=C1&token=abc&fromTicketing=true',
    ]);
    // Version 3 does not send where the token is from.
    const third = sessionHarness(3, { GetMember: ENTERED }, { tokenInUrl: () => 'abc' });
    third.machine.start();
    await third.advance(60_000);
    expect([third.machine.get().kind, third.sentCalls[0]?.call.route]).toEqual([
      'signed-in',
      '/Member/v3/GetMember/?boxofficeCircuitId=C1',
    ]);
  });

  it('SESS-16 SESS-30 is the same with a token that was removed from the address, and refreshes follow', async () => {
    const { machine, log, advance } = sessionHarness(1, { LoginByToken: ENTERED, RefreshLogin: ENTERED });
    machine.start('abc');
    await advance(60_000);
    expect(log).toEqual(['LoginByToken']);
    await advance(600_000);
    expect(log).toEqual(['LoginByToken', 'RefreshLogin']);
  });

  it('SESS-16 never replaces a signed-in member', async () => {
    const { machine, log, advance } = sessionHarness(
      1,
      { GetMember: { ...DONE, memberDetails: MEMBER } },
      { record: V1, tokenInUrl: () => 'abc' },
    );
    machine.start();
    await advance(60_000);
    expect([machine.get(), log]).toEqual([{ kind: 'signed-in', record: V1, member: MEMBER }, ['GetMember']]);
  });

  it('replaces a session that is over', async () => {
    const { machine, log, advance } = sessionHarness(
      1,
      { GetMember: OVER, LoginByToken: ENTERED },
      { record: V1, tokenInUrl: () => 'abc' },
    );
    machine.start();
    await advance(60_000);
    expect([machine.get().kind, log]).toEqual(['signed-in', ['GetMember', 'LoginByToken']]);
  });

  it('HAND-06 HAND-07 that fails reloads the page without the token, signed out', async () => {
    const { machine, log, advance } = sessionHarness(1, { LoginByToken: OVER }, { tokenInUrl: () => 'abc' });
    machine.start();
    await advance(60_000);
    expect([machine.get(), log]).toEqual([{ kind: 'signed-out' }, ['LoginByToken', 'go /login/?return=%2Fbook%2F1']]);
  });

  it('is ignored after another sign-in and sign-out', async () => {
    const { machine, advance, hold, held, flush } = sessionHarness(1, { LoginByToken: ENTERED, Logout: DONE });
    machine.start();
    hold('LoginByToken');
    const login = machine.loginByToken('abc');
    await flush();
    machine.startCreatedSession({ ...ENTERED, memberDetails: { memberId: 'm2' } });
    await machine.logout();
    held.get('LoginByToken')?.();
    expect([await login, machine.get()]).toEqual([false, { kind: 'signed-out' }]);
    await advance(60_000);
    expect(machine.get()).toEqual({ kind: 'signed-out' });
  });

  it('SESS-16 does not restore the previous member after another one signed in', async () => {
    const { machine, log, advance, hold, held, flush } = sessionHarness(
      1,
      { GetMember: ENTERED },
      { record: V1, tokenInUrl: () => 'abc' },
    );
    hold('GetMember');
    machine.start();
    await advance(1000);
    machine.startCreatedSession({ ...ENTERED, memberDetails: { memberId: 'm2' } });
    held.get('GetMember')?.();
    await flush();
    expect([machine.get(), log]).toMatchObject([{ kind: 'signed-in', member: { memberId: 'm2' } }, ['GetMember']]);
  });

  it('that fails does not sign out a member who signed in with a password in the meantime', async () => {
    const { machine, log, advance, hold, held, flush } = sessionHarness(
      1,
      { LoginByToken: OVER, Login: ENTERED },
      { tokenInUrl: () => 'abc' },
    );
    hold('LoginByToken');
    machine.start();
    await advance(1000);
    await machine.login(ANN);
    held.get('LoginByToken')?.();
    await flush();
    expect([machine.get().kind, log.filter((line) => line.startsWith('go'))]).toEqual(['signed-in', []]);
  });
});

describe('a logout', () => {
  it('SESS-31 of version 1 sends the token, of version 3 the refresh token', async () => {
    const v1 = sessionHarness(1, { Logout: DONE }, { record: V1 });
    await v1.machine.logout();
    expect(v1.sentCalls[0]).toMatchObject({
      call: { route: '/Member/Logout?circuitId=C1', payload: {}, token: 'session' },
      credentials: { token: 't0' },
    });
    const v3 = sessionHarness(3, { Logout: DONE }, { record: { ...V3, refreshToken: 'r1' } });
    await v3.machine.logout();
    expect(v3.sentCalls[0]?.call).toMatchObject({
      route: '/Member/v3/Logout?boxofficeCircuitId=C1&boxofficeCinemaId=T1',
      payload: { cancelAssociatedOrder: true, userSessionId: 'r1' },
    });
  });

  it.each([DONE, { statusCode: 500 }, OVER, GONE])('SESS-32 SESS-13 always clears the session: %o', async (Logout) => {
    const { machine, store, advance } = sessionHarness(1, { RefreshLogin: ENTERED, Logout }, { record: V1 });
    machine.start();
    await advance(500);
    await machine.logout();
    expect([machine.get(), store.read()]).toEqual([{ kind: 'signed-out' }, { kind: 'none' }]);
  });

  it('SESS-32 without a session sends no call', async () => {
    const { machine, log } = sessionHarness(1);
    await machine.logout();
    expect([machine.get().kind, log]).toEqual(['signed-out', []]);
  });

  it('ends the session of a refresh in progress', async () => {
    const { machine, sentCalls, advance, hold, held, flush } = sessionHarness(
      3,
      { RefreshLogin: ENTERED, GetMember: ENTERED, Logout: DONE },
      { record: V3 },
    );
    hold('RefreshLogin');
    machine.start();
    await advance(500);
    const logout = machine.logout();
    await flush();
    held.get('RefreshLogin')?.();
    await logout;
    expect([machine.get().kind, sentCalls.at(-1)?.call.payload]).toEqual([
      'signed-out',
      { cancelAssociatedOrder: true, userSessionId: 'r1' },
    ]);
  });

  it('is final: no pending response restores the session', async () => {
    const { machine, store, advance, hold, held, flush } = sessionHarness(
      3,
      { RefreshLogin: ENTERED, GetMember: ENTERED, Logout: DONE },
      { record: V3 },
    );
    machine.start();
    await advance(500);
    hold('GetMember');
    void machine.refreshUser();
    await machine.logout();
    held.get('GetMember')?.();
    await flush();
    expect([machine.get(), store.read()]).toEqual([{ kind: 'signed-out' }, { kind: 'none' }]);
  });
});

describe('a registration', () => {
  it('signs in, unless the member must be activated', () => {
    const { machine } = sessionHarness(1);
    expect(machine.startCreatedSession({ ...DONE, memberDetails: MEMBER })).toBe(false);
    expect(machine.startCreatedSession({ peachCode: 34 })).toBe(false);
    expect(machine.startCreatedSession(ENTERED)).toBe(true);
    expect(machine.get()).toMatchObject({ kind: 'signed-in', member: MEMBER });
  });

  it('signs a page in when the gateway set its cookie', () => {
    const store = pageStore();
    const { machine } = sessionHarness(1, {}, { store });
    expect(machine.startCreatedSession({ ...DONE, memberDetails: MEMBER })).toBe(false);
    store.sign(1);
    expect(machine.startCreatedSession({ ...DONE, memberDetails: MEMBER })).toBe(true);
  });
});

it('notifies subscribers', async () => {
  const { machine } = sessionHarness(1, { Login: ENTERED, Logout: DONE }, { store: memoryStore() });
  const kinds: string[] = [];
  machine.subscribe(() => void kinds.push(machine.get().kind));
  machine.start();
  await machine.login(ANN);
  await machine.logout();
  expect(kinds).toEqual(['signed-out', 'signed-in', 'signed-out']);
});

describe('ANLY-03 a sign-in on this page is reported', () => {
  const recorder = (): { readonly log: string[]; readonly onLogin: (method: string) => void } => {
    const log: string[] = [];
    return { log, onLogin: (method) => void log.push(method) };
  };

  it('with a password, by a token, and by joining', async () => {
    const { log, onLogin } = recorder();
    await sessionHarness(1, { Login: ENTERED }, { onLogin }).machine.login(ANN);
    await sessionHarness(1, { LoginByToken: ENTERED }, { onLogin }).machine.loginByToken('abc');
    sessionHarness(1, {}, { onLogin }).machine.startCreatedSession(ENTERED);
    expect(log).toEqual(['password', 'token', 'join']);
  });

  it('when the ticketing site handed the member over', async () => {
    const { log, onLogin } = recorder();
    const { machine, flush } = sessionHarness(1, { LoginByToken: ENTERED }, { onLogin, tokenInUrl: () => 'abc' });
    machine.start();
    await flush();
    expect([machine.get().kind, log]).toEqual(['signed-in', ['token']]);
  });

  it('but not an existing session, nor a login that failed or is of an expired member', async () => {
    const { log, onLogin } = recorder();
    const before = sessionHarness(
      1,
      { RefreshLogin: ENTERED, GetMember: { ...DONE, memberDetails: MEMBER } },
      { onLogin, record: V1 },
    );
    before.machine.start();
    await before.advance(60_000);
    await before.machine.refreshUser();
    expect(before.machine.get().kind).toBe('signed-in');
    await expect(sessionHarness(1, { Login: OVER }, { onLogin }).machine.login(ANN)).rejects.toEqual(OVER);
    await sessionHarness(1, { Login: { ...ENTERED, memberDetails: PAST } }, { onLogin }).machine.login(ANN);
    expect(await sessionHarness(1, { LoginByToken: OVER }, { onLogin }).machine.loginByToken('abc')).toBe(false);
    sessionHarness(1, {}, { onLogin }).machine.startCreatedSession({ peachCode: 34 });
    expect(log).toEqual([]);
  });
});
