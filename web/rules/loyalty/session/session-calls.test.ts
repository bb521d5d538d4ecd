import { describe, expect, it } from 'vitest';
import { edit } from '@marquee/api/loyalty/account.gen.ts';
import { getCards } from '@marquee/api/loyalty/cards.gen.ts';
import { getEVoucherConcessions } from '@marquee/api/loyalty/rewards.gen.ts';
import { memoryStore } from '@marquee/testkit/session/memory-store.ts';
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
const DONE = { peachCode: 0, statusCode: 200 };
const ENTERED = { ...DONE, memberDetails: MEMBER, sessionManagementTokens: TOKENS };
const WELL = { RefreshLogin: ENTERED, GetMember: { ...DONE, memberDetails: MEMBER }, GetCards: DONE, Edit: DONE };
const OVER = { peachCode: 7, statusCode: 7 };
const MINUTE = 60_000;
const CONTEXT = { version: 1, circuitId: 'C1', cinemaId: 'T1' } as const;
const CARDS = getCards(CONTEXT);
const EDIT = edit(CONTEXT, {});
const VOUCHERS = getEVoucherConcessions(CONTEXT);

describe('a call of the signed-in member', () => {
  it('TRANS-07 is sent with the stored record, without another refresh', async () => {
    const { machine, sentCalls, log, advance } = sessionHarness(3, WELL, { record: V3 });
    machine.start();
    await advance(500);
    expect(await machine.send(CARDS, 'captcha-1')).toEqual(DONE);
    expect(sentCalls.at(-1)).toMatchObject({ credentials: { token: 't1' }, captcha: 'captcha-1' });
    expect(log).toEqual(['RefreshLogin', 'GetMember', 'GetCards']);
  });

  it('waits for the refresh after the start of a page, and after a sleep of the device', async () => {
    const { machine, log, advance, flush } = sessionHarness(1, WELL, { record: V1, after: () => () => undefined });
    machine.start();
    await machine.send(CARDS);
    expect(log).toEqual(['RefreshLogin', 'GetCards']);
    await advance(10 * MINUTE);
    await machine.send(CARDS);
    expect(log).toEqual(['RefreshLogin', 'GetCards', 'GetCards']);
    await advance(1);
    void machine.send(CARDS);
    await flush();
    expect(log.slice(3)).toEqual(['RefreshLogin', 'GetCards']);
  });

  it('does not wait for a refresh without a connection, or before the session is started', async () => {
    const offline = sessionHarness(1, WELL, { record: V1, isOffline: () => true });
    offline.machine.start();
    await offline.machine.send(CARDS);
    const early = sessionHarness(1, WELL, { record: V1 });
    await early.machine.send(CARDS);
    expect([offline.machine.get(), offline.log, early.machine.get(), early.log]).toEqual([
      { kind: 'loading', record: V1 },
      ['GetCards'],
      { kind: 'loading', record: undefined },
      ['GetCards'],
    ]);
  });

  it('ROLE-03 does not wait if it is public', async () => {
    const { machine, log } = sessionHarness(1, { ...WELL, [VOUCHERS.route]: DONE }, { record: V1 });
    machine.start();
    expect(await machine.send(VOUCHERS)).toEqual(DONE);
    expect([machine.get().kind, log]).toEqual(['loading', [VOUCHERS.route]]);
  });

  it('ERR-23 ends the session if the response says that it is over', async () => {
    const { machine, store, advance } = sessionHarness(1, { ...WELL, GetCards: OVER }, { record: V1 });
    machine.start();
    await advance(500);
    expect(await machine.send(CARDS)).toEqual(OVER);
    expect([machine.get(), store.read()]).toEqual([{ kind: 'signed-out' }, { kind: 'none' }]);
  });

  it('ERR-23 does not end the session if the call needs none', async () => {
    const { machine, store, advance } = sessionHarness(1, { ...WELL, Edit: OVER }, { record: V1 });
    machine.start();
    await advance(500);
    expect(await machine.send(EDIT)).toEqual(OVER);
    expect([machine.get().kind, store.read().kind]).toEqual(['signed-in', 'session']);
  });

  it('ERR-23 of an earlier session does not end the next one', async () => {
    const { machine, store, advance, hold, held, flush } = sessionHarness(1, { ...WELL, GetCards: OVER }, { record: V1 });
    machine.start();
    await advance(500);
    hold('GetCards');
    const response = machine.send(CARDS);
    await flush();
    machine.startCreatedSession({ ...ENTERED, memberDetails: { memberId: 'm2' } });
    held.get('GetCards')?.();
    expect(await response).toEqual(OVER);
    expect([machine.get(), store.read().kind]).toMatchObject([{ kind: 'signed-in', member: { memberId: 'm2' } }, 'session']);
  });

  it('ERR-23 changes nothing for a guest', async () => {
    const { machine } = sessionHarness(1, { ...WELL, GetCards: OVER }, { store: memoryStore() });
    machine.start();
    const before = machine.get();
    expect(await machine.send(CARDS)).toEqual(OVER);
    expect(machine.get()).toBe(before);
  });
});
