import { describe, expect, it } from 'vitest';
import type { CallContext } from '@marquee/api/call.ts';
import { fakeService } from '@marquee/testkit/session/fake-service.ts';
import { memoryStore } from '@marquee/testkit/session/memory-store.ts';
import type { SessionRecord } from './session-record.ts';
import { type SendCall, canRefresh, createdSession, refresh, retryOnce } from './session-steps.ts';

const CONTEXT: CallContext = { version: 1, circuitId: 'C1', cinemaId: 'T1' };
const V1 = {
  kind: 'held',
  cypherVersion: 1,
  token: 't0',
  refreshToken: 'r0',
  memberId: 'm0',
  userSessionId: 'u0',
} as const satisfies SessionRecord;
const MEMBER = { memberId: 'm1', firstName: 'Ann' };
const RESPONSE = {
  peachCode: 0,
  statusCode: 200,
  memberDetails: MEMBER,
  sessionManagementTokens: { boxofficeSessionToken: 't1', boxofficeRefreshSessionToken: 'r1' },
  userSessionId: 'u1',
  encryptedSessionId: 'e2',
};

it('SESS-18 SESS-21 a refresh needs tokens, in version 1 also the member', () => {
  const { memberId: _, ...withoutMemberId } = V1;
  const v3 = { kind: 'held', cypherVersion: 3, token: '', refreshToken: 'r0' } as const;
  const records: readonly SessionRecord[] = [
    V1,
    withoutMemberId,
    { ...V1, memberId: '' },
    { ...V1, token: '' },
    { ...V1, refreshToken: '' },
    v3,
    { ...v3, refreshToken: '' },
    { kind: 'opaque', cypherVersion: 1 },
  ];
  expect(records.map(canRefresh)).toEqual([true, false, false, false, false, true, false, true]);
});

describe('the refresh of version 1', () => {
  it.each([
    [V1, {}],
    [{ ...V1, encryptedSessionId: 'e1' }, { encryptedSessionId: 'e1' }],
  ])('SESS-19 stores the fields of the response and keeps the encryptedSessionId: %j', async (record, encrypted) => {
    const sendCall: SendCall = fakeService(() => RESPONSE);
    const expected = {
      kind: 'held',
      cypherVersion: 1,
      token: 't1',
      refreshToken: 'r1',
      userSessionId: 'u1',
      memberId: 'm1',
      ...encrypted,
    };
    expect(await refresh(sendCall, CONTEXT, record, memoryStore(record))).toStrictEqual({ record: expected, member: MEMBER });
  });

  it('throws if the service is unavailable', async () => {
    const sendCall: SendCall = fakeService(() => ({ title: 'Service Unavailable', status: 503 }));
    await expect(refresh(sendCall, CONTEXT, V1, memoryStore(V1))).rejects.toThrow('The service is unavailable');
  });
});

it.each([
  [5000, true],
  [5001, false],
])('security 1.7 a lost refresh is sent again after %d ms: %j', async (elapsed, isSentAgain) => {
  let time = 0;
  let attempts = 0;
  const send = async (): Promise<string> => {
    attempts += 1;
    if (attempts === 1) throw new TypeError('Failed to fetch');
    return 'done';
  };
  const after = (_: number, run: () => void): void => {
    time = elapsed;
    run();
  };
  const outcome = await retryOnce(send, { now: () => time, after, isCurrent: () => true }).catch((error: unknown) => error);
  expect([outcome, attempts]).toEqual(isSentAgain ? ['done', 2] : [new TypeError('Failed to fetch'), 1]);
});

it('ENT-01 a refused registration signs nobody in, whatever else its response has', () => {
  const store = memoryStore();
  expect([
    createdSession({ ...RESPONSE, peachCode: 34 }, CONTEXT, store),
    createdSession(RESPONSE, CONTEXT, store)?.member,
  ]).toEqual([undefined, MEMBER]);
});
