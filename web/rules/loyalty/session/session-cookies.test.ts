import { describe, expect, it } from 'vitest';
import { type CookieJar, type Place, cookieStore, expiredMark, keptOf, stateCookie } from './session-cookies.ts';

const HTTP: Place = { secure: false, framed: false };
const HTTPS: Place = { secure: true, framed: false };
const FRAME: Place = { secure: true, framed: true };
/** As the gateway writes it. */
const IN = 'loyaltyState=%7B%22cypherVersion%22%3A3%2C%22signedIn%22%3Atrue%7D';

function jarOf(cookies: string): CookieJar & { written: string[] } {
  const written: string[] = [];
  return { read: () => cookies, write: (cookie) => void written.push(cookie), written };
}

describe('SESS-02 the readable cookie', () => {
  it('says that there is a session, and of which version', () => {
    expect(keptOf(`a=1; ${IN}; b=2`, 'loyaltyState')).toEqual({ kind: 'session', record: { kind: 'opaque', cypherVersion: 3 } });
    expect(keptOf(`a=1;${IN};  b=2`, 'loyaltyState').kind).toBe('session');
    expect(keptOf('loyaltyState={"cypherVersion":1,"signedIn":true}', 'loyaltyState')).toEqual({ kind: 'session', record: { kind: 'opaque', cypherVersion: 1 } });
  });

  it.each(['', 'loyaltyState', 'loyaltyState=', 'loyaltyState=%', 'loyaltyState=true', 'loyaltyState=null', 'loyaltyState={"cypherVersion":2,"signedIn":true}', 'loyaltyState={"cypherVersion":3}', `x${IN}`, `${IN}; ${IN}`])(
    'says nothing as %j',
    (cookies) => {
      expect(keptOf(cookies, 'loyaltyState')).toEqual({ kind: 'none' });
    },
  );

  it('has the name that the gateway gives it', () => {
    expect([HTTP, HTTPS, FRAME, { secure: false, framed: true }].map(stateCookie)).toEqual(['loyaltyState', '__Host-loyaltyState', '__Host-loyaltyStateFramed', 'loyaltyState']);
  });
});

describe('the store of a page', () => {
  it('SESS-02 reads what is there and keeps nothing itself', () => {
    const jar = jarOf(`__Host-${IN}`);
    const store = cookieStore(jar, HTTPS);
    store.keep({ kind: 'opaque', cypherVersion: 3 }, 5);
    expect([store.mode, store.read().kind, jar.written, store.credentials()]).toEqual(['opaque', 'session', [], { kind: 'cookie', framed: false }]);
    expect(cookieStore(jar, FRAME).read()).toEqual({ kind: 'none' });
    expect(cookieStore(jar, FRAME).credentials()).toEqual({ kind: 'cookie', framed: true });
  });

  it('SESS-13 removes the cookie', () => {
    const removed = ([HTTP, HTTPS, FRAME] as const).map((place) => {
      const jar = jarOf('');
      cookieStore(jar, place).forget();
      return jar.written;
    });
    expect(removed).toEqual([
      ['loyaltyState=; Path=/; SameSite=Lax; Max-Age=0'],
      ['__Host-loyaltyState=; Path=/; SameSite=Lax; Secure; Max-Age=0'],
      ['__Host-loyaltyStateFramed=; Path=/; SameSite=None; Partitioned; Secure; Max-Age=0'],
    ]);
  });

  it('remembers a sign-out that the server is to be told of', () => {
    const jar = jarOf(IN);
    cookieStore(jar, HTTP).leave({ kind: 'opaque', cypherVersion: 3 });
    expect(keptOf(jar.written[0]?.split(';')[0] ?? '', 'loyaltyState')).toEqual({ kind: 'left', cypherVersion: 3 });
  });
});

it('SESS-24 the mark of an expired member lasts while the browser is open', () => {
  const jar = jarOf('');
  const mark = expiredMark(jar, HTTP);
  mark.set();
  mark.remove();
  expect(jar.written).toEqual(['loyalty-expired=true; Path=/; SameSite=Lax', 'loyalty-expired=; Path=/; SameSite=Lax; Max-Age=0']);
});
