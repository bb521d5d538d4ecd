import { describe, expect, it } from 'vitest';
import type { SessionRecord } from './session-record.ts';
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

describe('SESS-33 the manual refresh', () => {
  it('of version 1 is the refresh again', async () => {
    const { machine, log, advance, responses } = sessionHarness(1, { RefreshLogin: ENTERED }, { record: V1 });
    machine.start();
    await advance(500);
    responses['RefreshLogin'] = { ...ENTERED, memberDetails: { memberId: 'm1', points: 5 } };
    await machine.refreshUser();
    expect([machine.get(), log]).toMatchObject([
      { kind: 'signed-in', member: { memberId: 'm1', points: 5 } },
      ['RefreshLogin', 'RefreshLogin'],
    ]);
  });

  it('of version 3 merges the member’s new details', async () => {
    const { machine, log, advance, responses } = sessionHarness(
      3,
      { RefreshLogin: ENTERED, GetMember: { ...DONE, memberDetails: { a: 1, b: 1 } } },
      { record: V3 },
    );
    machine.start();
    await advance(500);
    const before = machine.get();
    responses['GetMember'] = { ...DONE, memberDetails: { b: 2 } };
    await machine.refreshUser();
    expect([machine.get(), log.slice(2)]).toMatchObject([{ kind: 'signed-in', member: { a: 1, b: 2 } }, ['GetMember']]);
    // The record is the same.
    expect('record' in before && 'record' in machine.get() && before.record).toBe(
      Object.entries(machine.get()).find(([name]) => name === 'record')?.[1],
    );
  });

  it('of version 3 changes nothing when it fails, unless the session is over', async () => {
    const { machine, advance, responses } = sessionHarness(
      3,
      { RefreshLogin: ENTERED, GetMember: { ...DONE, memberDetails: MEMBER } },
      { record: V3 },
    );
    machine.start();
    await advance(500);
    const before = machine.get();
    for (const failed of [GONE, { peachCode: 30, memberDetails: { firstName: 'Eve' } }]) {
      responses['GetMember'] = failed;
      await machine.refreshUser();
      expect(machine.get()).toBe(before);
    }
    responses['GetMember'] = OVER;
    await machine.refreshUser();
    expect(machine.get()).toEqual({ kind: 'signed-out' });
  });

  it('of version 3 renews a member who is expired', async () => {
    const settings = { allowExpiredAccountsLogin: true, sessionTimeout: 720 };
    const { machine, advance, responses } = sessionHarness(
      3,
      { RefreshLogin: ENTERED, GetMember: { ...DONE, memberDetails: { ...MEMBER, ...PAST } } },
      { record: V3, settings },
    );
    machine.start();
    await advance(500);
    expect(machine.get()).toMatchObject({ kind: 'expired', member: { ...MEMBER, ...PAST } });
    const renewed = { memberExpiry: '2030-01-01T00:00:00Z' };
    responses['GetMember'] = { ...DONE, memberDetails: renewed };
    await machine.refreshUser();
    expect(machine.get()).toMatchObject({ kind: 'signed-in', member: { ...MEMBER, ...renewed } });
  });

  it('of version 3 does not change the member who signed in after it was sent', async () => {
    const { machine, advance, hold, held } = sessionHarness(3, { RefreshLogin: ENTERED, GetMember: ENTERED }, { record: V3 });
    machine.start();
    await advance(500);
    hold('GetMember');
    const refreshed = machine.refreshUser();
    machine.startCreatedSession({ ...ENTERED, memberDetails: { memberId: 'm2' } });
    held.get('GetMember')?.();
    await refreshed;
    expect(machine.get()).toMatchObject({ kind: 'signed-in', member: { memberId: 'm2' } });
  });

  it('of version 1 does not change a session without a refresh token', async () => {
    const { machine, log } = sessionHarness(1, {
      LoginByToken: { ...ENTERED, sessionManagementTokens: { boxofficeSessionToken: 't1' } },
    });
    await machine.loginByToken('abc');
    await machine.refreshUser();
    expect([machine.get().kind, log]).toEqual(['signed-in', ['LoginByToken']]);
  });

  it('sends no call without a session', async () => {
    const { machine, log } = sessionHarness(3);
    machine.start();
    await machine.refreshUser();
    expect(log).toEqual([]);
  });
});
