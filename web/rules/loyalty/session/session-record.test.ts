import { describe, expect, it } from 'vitest';
import { memoryStore } from '@marquee/testkit/session/memory-store.ts';
import { type SessionRecord, recordExpiry, recordOf } from './session-record.ts';

const NOW = Date.UTC(2026, 10, 20, 18);
const DAY_MS = 86_400_000;
const TOKENS = { boxofficeSessionToken: 't1', boxofficeRefreshSessionToken: 'r1' };
const RESPONSE = {
  peachCode: 0,
  memberDetails: { memberId: 'm1' },
  sessionManagementTokens: TOKENS,
  userSessionId: 'u1',
  encryptedSessionId: 'e1',
};
const OLD: SessionRecord = {
  kind: 'held',
  cypherVersion: 1,
  token: 't0',
  refreshToken: 'r0',
  memberId: 'm0',
  userSessionId: 'u0',
  encryptedSessionId: 'e0',
};

describe('the record', () => {
  it('SESS-03 SESS-04 of version 1 has its tokens and three more fields', () => {
    expect(recordOf('held', 1, RESPONSE)).toEqual({
      kind: 'held',
      cypherVersion: 1,
      token: 't1',
      refreshToken: 'r1',
      userSessionId: 'u1',
      memberId: 'm1',
      encryptedSessionId: 'e1',
    });
  });

  it('SESS-04 of version 3 has none of the three fields', () => {
    expect(recordOf('held', 3, RESPONSE)).toEqual({ kind: 'held', cypherVersion: 3, token: 't1', refreshToken: 'r1' });
    expect(recordOf('held', 3, RESPONSE, OLD)).toEqual({ kind: 'held', cypherVersion: 3, token: 't1', refreshToken: 'r1' });
  });

  it('SESS-05 has no encryptedSessionId if the response has none', () => {
    const { encryptedSessionId: _, ...response } = RESPONSE;
    expect(Object.keys(recordOf('held', 1, response))).not.toContain('encryptedSessionId');
  });

  it('SESS-03 of a response without fields has empty tokens and no other fields', () => {
    expect(recordOf('held', 1, {})).toStrictEqual({ kind: 'held', cypherVersion: 1, token: '', refreshToken: '' });
    expect(recordOf('held', 3, {})).toStrictEqual({ kind: 'held', cypherVersion: 3, token: '', refreshToken: '' });
  });

  it('SESS-29 keeps fields that the response lacks', () => {
    expect(recordOf('held', 1, { ...RESPONSE, sessionManagementTokens: { boxofficeSessionToken: 't1' } }, OLD)).toMatchObject({
      token: 't1',
      refreshToken: 'r0',
    });
    expect(recordOf('held', 1, {}, OLD)).toEqual(OLD);
    expect(recordOf('held', 3, {}, OLD)).toMatchObject({ token: 't0', refreshToken: 'r0' });
  });

  it('SESS-02 of a page has no token, even if the response has', () => {
    expect(recordOf('opaque', 3, RESPONSE, OLD)).toEqual({ kind: 'opaque', cypherVersion: 3 });
  });
});

describe('the expiry of the record', () => {
  const settings = { allowExpiredAccountsLogin: false, sessionTimeout: 720 };

  it('SESS-11 LOYC-12 is the site’s number of hours', () => {
    expect(recordExpiry(undefined, settings, NOW)).toBe(NOW + 30 * DAY_MS);
    expect(recordExpiry('2020-01-01T00:00:00Z', { ...settings, allowExpiredAccountsLogin: true }, NOW)).toBe(NOW + 30 * DAY_MS);
  });

  it('SESS-12 is the end of the browser session for an expired member who is not allowed', () => {
    expect(recordExpiry('2020-01-01T00:00:00Z', settings, NOW)).toBeUndefined();
  });
});

it('SESS-13 a store in memory keeps a record until it is cleared', () => {
  const store = memoryStore(OLD);
  expect([store.read(), store.credentials(OLD)]).toEqual([
    { kind: 'session', record: OLD },
    { kind: 'header', token: 't0', refreshToken: 'r0' },
  ]);
  store.save({ kind: 'held', cypherVersion: 3, token: 't1', refreshToken: 'r1' }, 5);
  expect([store.read().kind, store.until()]).toEqual(['session', 5]);
  store.clear();
  expect([store.read(), store.until(), store.credentials()]).toEqual([{ kind: 'none' }, undefined, { kind: 'header' }]);
});
