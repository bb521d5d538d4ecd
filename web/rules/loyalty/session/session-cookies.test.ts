import { describe, expect, it } from 'vitest';
import { type CookieJar, type CookieContext, cookieStore, expiredCookie, storedSession, stateCookie } from './session-cookies.ts';

const HTTP: CookieContext = { secure: false, framed: false };
const HTTPS: CookieContext = { secure: true, framed: false };
const FRAME: CookieContext = { secure: true, framed: true };
/** The cookie as the gateway writes it. */
const SIGNED_IN = 'loyaltyState=%7B%22cypherVersion%22%3A3%2C%22signedIn%22%3Atrue%7D';

function jarOf(cookies: string): CookieJar & { written: string[] } {
  const written: string[] = [];
  return { read: () => cookies, write: (cookie) => void written.push(cookie), written };
}

describe('SESS-02 the readable cookie', () => {
  it('has the fact of a session and its version', () => {
    expect(storedSession(`a=1; ${SIGNED_IN}; b=2`, 'loyaltyState')).toEqual({
      kind: 'session',
      record: { kind: 'opaque', cypherVersion: 3 },
    });
    expect(storedSession(`a=1;${SIGNED_IN};  b=2`, 'loyaltyState').kind).toBe('session');
    expect(storedSession('loyaltyState={"cypherVersion":1,"signedIn":true}', 'loyaltyState')).toEqual({
      kind: 'session',
      record: { kind: 'opaque', cypherVersion: 1 },
    });
  });

  it.each([
    '',
    'loyaltyState',
    'loyaltyState=',
    'loyaltyState=%',
    'loyaltyState=true',
    'loyaltyState=null',
    'loyaltyState={"cypherVersion":2,"signedIn":true}',
    'loyaltyState={"cypherVersion":3}',
    `x${SIGNED_IN}`,
    `${SIGNED_IN}; ${SIGNED_IN}`,
  ])('has no session if it is %j', (cookies) => {
    expect(storedSession(cookies, 'loyaltyState')).toEqual({ kind: 'none' });
  });

  it('has the name that the gateway uses', () => {
    expect([HTTP, HTTPS, FRAME, { secure: false, framed: true }].map(stateCookie)).toEqual([
      'loyaltyState',
      '__Host-loyaltyState',
      '__Host-loyaltyStateFramed',
      'loyaltyState',
    ]);
  });
});

describe('the store of a page', () => {
  it('SESS-02 reads the cookie and does not write a session', () => {
    const jar = jarOf(`__Host-${SIGNED_IN}`);
    const store = cookieStore(jar, HTTPS);
    store.save({ kind: 'opaque', cypherVersion: 3 }, 5);
    expect([store.mode, store.read().kind, jar.written, store.credentials()]).toEqual([
      'opaque',
      'session',
      [],
      { kind: 'cookie', framed: false },
    ]);
    expect(cookieStore(jar, FRAME).read()).toEqual({ kind: 'none' });
    expect(cookieStore(jar, FRAME).credentials()).toEqual({ kind: 'cookie', framed: true });
  });

  it('SESS-13 removes the cookie', () => {
    const removed = ([HTTP, HTTPS, FRAME] as const).map((context) => {
      const jar = jarOf('');
      cookieStore(jar, context).clear();
      return jar.written;
    });
    expect(removed).toEqual([
      ['loyaltyState=; Path=/; SameSite=Lax; Max-Age=0'],
      ['__Host-loyaltyState=; Path=/; SameSite=Lax; Secure; Max-Age=0'],
      ['__Host-loyaltyStateFramed=; Path=/; SameSite=None; Partitioned; Secure; Max-Age=0'],
    ]);
  });

  it('stores a pending logout', () => {
    const jar = jarOf(SIGNED_IN);
    cookieStore(jar, HTTP).markLogoutPending({ kind: 'opaque', cypherVersion: 3 });
    expect(storedSession(jar.written[0]?.split(';')[0] ?? '', 'loyaltyState')).toEqual({
      kind: 'logout-pending',
      cypherVersion: 3,
    });
  });
});

it('SESS-24 the cookie of an expired member is a session cookie', () => {
  const jar = jarOf('');
  const expired = expiredCookie(jar, HTTP);
  expired.set();
  expired.remove();
  expect(jar.written).toEqual(['loyalty-expired=true; Path=/; SameSite=Lax', 'loyalty-expired=; Path=/; SameSite=Lax; Max-Age=0']);
});
