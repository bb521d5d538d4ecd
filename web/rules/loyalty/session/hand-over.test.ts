import { describe, expect, it } from 'vitest';
import returnAddresses from '../../../../fixtures/paths/return.json' with { type: 'json' };
import { fakeService } from '@marquee/testkit/session/fake-service.ts';
import {
  HAND_OVER_DELAY_MS,
  type HandOver,
  type HandOverInput,
  handOver,
  handOverTarget,
  isOwnPath,
  parameterOf,
  withToken,
  withoutToken,
} from './hand-over.ts';
import type { SessionRecord } from './session-record.ts';

const T = 'https://t.example';
const NOW = Date.UTC(2026, 10, 20, 18);
const HELD: SessionRecord = { kind: 'held', cypherVersion: 1, token: 'abc', refreshToken: 'r1', memberId: 'm1' };
const HELD_3: SessionRecord = { kind: 'held', cypherVersion: 3, token: 'abc', refreshToken: 'r1' };
const PAGE: SessionRecord = { kind: 'opaque', cypherVersion: 1 };
const PAGE_3: SessionRecord = { kind: 'opaque', cypherVersion: 3 };
const PAST = { memberExpiry: '2020-01-01T00:00:00Z' };

/** Decides a hand-over of a member to `/book/1`; also returns the requests. */
async function decide({
  record,
  member = {},
  response = { peachCode: 0 },
  ...more
}: Partial<HandOverInput> & { record?: SessionRecord; member?: object; response?: unknown }): Promise<
  HandOver & { requests: string[] }
> {
  const requests: string[] = [];
  const version = record?.cypherVersion ?? 1;
  const outcome = await handOver({
    context: { version, circuitId: 'C1', cinemaId: 'T1' },
    ticketingUrl: T,
    search: '?return=%2Fbook%2F1',
    parameter: 'userSessionId',
    allowExpiredAccountsLogin: false,
    signedIn: record && { record, member: { ...member } },
    now: () => NOW,
    send: fakeService(({ method, route }) => {
      requests.push(`${method} ${route}`);
      if (response instanceof Error) throw response;
      return response;
    }),
    ticket: async () => {
      requests.push('ticket');
      return { kind: 'ticket', value: 'k1' };
    },
    ...more,
  });
  return { ...outcome, requests };
}

describe('the token’s parameter', () => {
  it('SESS-17 is the only parameter with a token', () => {
    expect(parameterOf('?token=abc', 'userSessionId')).toBeUndefined();
    expect(parameterOf('?x=1&userSessionId=abc', 'userSessionId')).toBe('abc');
    expect(parameterOf('?userSessionId=', 'userSessionId')).toBeUndefined();
  });
});

describe('the target', () => {
  it.each([
    [T, '/book/1', 'https://t.example/book/1'],
    ['https://t.example/shop', '/book?perf=9#seats', 'https://t.example/shop/book?perf=9#seats'],
    [T, '/?next=//evil.example', 'https://t.example/?next=//evil.example'],
  ])('HAND-04 of %s and %s is the concatenation', (url, back, target) => {
    expect(handOverTarget(url, `?x=1&return=${encodeURIComponent(back)}`)).toBe(target);
  });

  it.each([
    [T, '.evil.example/'],
    [T, ':80@evil.example/'],
    [T, '@evil.example/'],
    [T, 'book/1'],
    [T, '//evil.example/'],
    [T, '/\\evil.example/'],
    [T, '\\/evil.example/'],
    [T, '/a\tb'],
    [T, '/a\nb'],
    [T, '/\u007f'],
    [T, 'javascript:alert(1)'],
    [T, '/%2e%2e//evil.example'],
    [T, '/a//b'],
    [T, '/..'],
    [T, '/%2e%2e/%5Cevil'],
    ['https://t.example/shop/', '/../shop/book'],
    ['https://t.example/shop', '/../admin'],
    ['https://t.example/shop', '/x/../../admin'],
    ['https://t.example/shop', '/%2E%2e/admin'],
    ['https://t.example/shop/', '/../../shopping'],
    ['', '/book/1'],
    ['//t.example', '/book/1'],
    ['ftp://t.example', '/book/1'],
    ['https://a@t.example', '/book/1'],
    ['https://t.example?x=1', '/book/1'],
    ['https://t.example#x', '/book/1'],
    [T, ''],
  ])('HAND-05 is undefined for %s and %j', (url, back) => {
    expect(handOverTarget(url, `?return=${encodeURIComponent(back)}`)).toBeUndefined();
  });

  it('security 5.8 accepts the same return addresses as the server', () => {
    const cases = Object.entries(returnAddresses);
    expect(cases.length).toBeGreaterThan(20);
    expect(Object.fromEntries(cases.map(([address]) => [address, isOwnPath(address)]))).toEqual(returnAddresses);
  });

  it.each(['/100%', '/a%2', '/%g1/', '/%.', '/%%2e'])(
    'security 5.8 a percent sign without two hex digits is read verbatim: %s',
    (address) => {
      expect(isOwnPath(address)).toBe(true);
    },
  );

  it('HAND-01 is undefined without return', () => {
    expect(handOverTarget(T, '?x=1')).toBeUndefined();
  });
});

it.each([
  ['https://t.example/book/1', 'https://t.example/book/1?userSessionId=abc'],
  ['https://t.example/book?perf=9', 'https://t.example/book?perf=9&userSessionId=abc'],
  ['https://t.example/book#a?b', 'https://t.example/book?userSessionId=abc#a?b'],
  ['https://t.example/book?perf=9#seats#x', 'https://t.example/book?perf=9&userSessionId=abc#seats#x'],
])('HAND-10 %s with the token is %s', (address, expected) => {
  expect(withToken(address, 'userSessionId', 'abc')).toBe(expected);
});

it('HAND-10 a token cannot add parameters or a hash', () => {
  expect(withToken(T, 'token', 'a&b=c#d')).toBe('https://t.example?token=a%26b%3Dc%23d');
});

it.each([
  ['?return=%2Fbook%2F1', '/login/?return=%2Fbook%2F1'],
  ['?return=%2Fbook&userSessionId=abc&utm_source=mail', '/login/?return=%2Fbook&utm_source=mail'],
  ['?user%53essionId=abc', '/login/'],
  ['', '/login/'],
])('HAND-07 the page with %s is reloaded at %s', (search, expected) => {
  expect(withoutToken({ path: '/login/', search }, 'userSessionId')).toBe(expected);
});

describe('a hand-over', () => {
  it.each([
    ['return', { record: HELD, search: '?x=1' }],
    ['a ticketing site', { record: HELD, ticketingUrl: '' }],
    ['a member', {}],
    ['a token', { record: { ...HELD, token: '' } }],
    ['a target on the ticketing site', { record: HELD, search: '?return=.evil.example/' }],
  ])('HAND-01 HAND-05 does not start without %s', async (_, parts) => {
    expect(await decide(parts)).toEqual({ kind: 'none', requests: [] });
  });

  it('HAND-06 validates the session first, by its token or by its member', async () => {
    expect((await decide({ record: HELD })).requests).toEqual(['GET /Member/ValidateToken?circuitId=C1&token=abc']);
    expect((await decide({ record: HELD_3 })).requests).toEqual(['GET /Member/v3/GetMember/?boxofficeCircuitId=C1']);
    expect((await decide({ record: PAGE })).requests).toEqual(['GET /Member/GetMember/?circuitId=C1', 'ticket']);
  });

  it.each([[{ peachCode: 7 }], [{ statusCode: 200 }], [new Error('Failed to fetch')]])(
    'HAND-06 ends if the session is invalid: %o',
    async (response) => {
      for (const record of [HELD, HELD_3, PAGE, PAGE_3]) expect((await decide({ record, response })).kind).toBe('sessionOver');
    },
  );

  it('HAND-06 HAND-14 ends without a ticket', async () => {
    expect((await decide({ record: PAGE, ticket: async () => ({ kind: 'sessionOver' }) })).kind).toBe('sessionOver');
    expect((await decide({ record: PAGE, ticket: async () => ({ kind: 'none' }) })).kind).toBe('none');
  });

  it('HAND-08 of version 1 needs a session of version 1', async () => {
    expect((await decide({ record: HELD_3, context: { version: 1, circuitId: 'C1', cinemaId: 'T1' } })).kind).toBe('none');
  });

  it('HAND-08 of version 1 does not start for an expired member, unless the site allows expired members', async () => {
    expect((await decide({ record: HELD, member: PAST })).kind).toBe('none');
    expect((await decide({ record: HELD, member: PAST, allowExpiredAccountsLogin: true })).kind).toBe('navigate');
    // The details in the response have precedence over the stored ones.
    expect(await decide({ record: PAGE, response: { peachCode: 0, memberDetails: PAST } })).toMatchObject({
      kind: 'none',
      requests: [expect.any(String)],
    });
    expect((await decide({ record: PAGE, member: PAST, response: { peachCode: 0, memberDetails: {} } })).kind).toBe('navigate');
    expect((await decide({ record: HELD_3, member: PAST })).kind).toBe('post');
  });

  it('HAND-09 HAND-12 of version 1 navigates to the target with the token after five seconds, as does the button', async () => {
    expect(await decide({ record: HELD })).toMatchObject({
      kind: 'navigate',
      href: 'https://t.example/book/1?userSessionId=abc',
      afterMs: 5000,
    });
    expect(HAND_OVER_DELAY_MS).toBe(5000);
  });

  it('HAND-11 HAND-12 of version 3 posts the token immediately, in a form with one field and not in the address', async () => {
    const { requests: _, ...outcome } = await decide({ record: HELD_3, parameter: 'token_clubcgr' });
    expect(outcome).toEqual({
      kind: 'post',
      form: { action: 'https://t.example/book/1', method: 'post', fields: [['token_clubcgr', 'abc']] },
    });
  });

  it('HAND-14 of a page hands a ticket over', async () => {
    expect(await decide({ record: PAGE })).toMatchObject({ href: 'https://t.example/book/1?userSessionId=k1' });
    expect(await decide({ record: PAGE_3 })).toMatchObject({ form: { fields: [['userSessionId', 'k1']] } });
  });
});
