import { describe, expect, it } from 'vitest';
import {
  type MembershipResult,
  activate,
  activatingConcession,
  completePayload,
  membershipItem as itemOfResponse,
  orderMembership,
} from './activation.ts';
import type { Call } from '@marquee/api/call.ts';
import { getMembershipList } from '@marquee/api/loyalty/membership.gen.ts';
import { fakeService } from '@marquee/testkit/session/fake-service.ts';

const membershipItem = (response: unknown) =>
  itemOfResponse(getMembershipList({ version: 3, circuitId: 'C1', cinemaId: 'T1' }).read(response));

const ANN = { email: 'a@b.example', phoneNumber: '+14155552671', firstname: 'Ann', lastname: 'Lee' };
const list = (item: object) => ({
  peachCode: 0,
  listConcessionGrouping: [{ items: [item, { code: 'X', memberLevelId: '9' }] }, { items: [{ code: 'Y', memberLevelId: '9' }] }],
});
const GOOD = [
  list({ code: 'M1', memberLevelId: '4' }),
  { peachCode: 0, userSessionId: 'u1' },
  { peachCode: 0, orderId: 'o1' },
  { peachCode: 0 },
];

/** Runs the chain with these responses; returns the calls and the result. */
async function run(responses: readonly unknown[]): Promise<{ sentCalls: Call[]; result: string }> {
  const sentCalls: Call[] = [];
  const result = await activate(
    ANN,
    { version: 1, circuitId: 'C1', cinemaId: 'T1' },
    '7',
    fakeService((call) => {
      sentCalls.push(call);
      const response = responses[sentCalls.length - 1];
      return response instanceof Error ? Promise.reject(response) : response;
    }),
  );
  return { sentCalls, result };
}

describe('the membership item', () => {
  it('ACT-02 is the first of the first group', () => {
    expect(membershipItem(GOOD[0])).toEqual({ code: 'M1', memberLevelId: 4 });
  });

  it.each([
    ['4', 4],
    ['0', 0],
    ['12', 12],
    ['gold', 1],
    ['4.5', 1],
    [4, 4],
  ])('ACT-03 ACT-04 a level of %j is %j', (memberLevelId, level) => {
    expect(membershipItem(list({ code: 'M1', memberLevelId }))?.memberLevelId).toBe(level);
  });

  it.each([{}, { code: 'M1' }, { code: 'M1', memberLevelId: '' }, { code: 'M1', memberLevelId: null }, { memberLevelId: '4' }])(
    'ACT-04 ACT-08 %j is invalid',
    (item) => {
      expect(membershipItem(list(item))).toBeUndefined();
    },
  );

  it.each([undefined, null, 'x', {}, { listConcessionGrouping: [] }, { listConcessionGrouping: [{ items: [] }] }])(
    'ACT-08 finds no membership in %j',
    (response) => {
      expect(membershipItem(response)).toBeUndefined();
    },
  );

  it('ACT-05 is ordered once, at no cost, to activate', () => {
    expect(activatingConcession({ code: 'M1', memberLevelId: 4 })).toEqual({
      code: 'M1',
      memberLevelId: 4,
      cost: 0,
      quantity: 1,
      isLoyaltyMembershipActivation: true,
    });
  });
});

it('ACT-06 ACT-11 an order without a payment is completed for a new member', () => {
  expect(completePayload('o1', ANN)).toEqual({
    QueryString: null,
    PostValues: null,
    PostValuesModel: null,
    OtherPayments: null,
    IsNewMember: true,
    AmountPaidPaymentProvider: 0,
    OrderId: 'o1',
    Customer: { FirstName: 'Ann', LastName: 'Lee', Email: 'a@b.example' },
  });
});

describe('the chain', () => {
  it('ACT-07 sends nothing more if the list has no membership', async () => {
    const { sentCalls, result } = await run([{ peachCode: 0, listConcessionGrouping: [] }]);
    expect([result, sentCalls.length]).toEqual(['stopped', 1]);
  });

  it('ACT-01 makes four calls about the person, each with data of the previous response', async () => {
    const { sentCalls, result } = await run(GOOD);
    expect(result).toBe('activated');
    expect(sentCalls.map(({ route }) => route.split('?')[0])).toEqual([
      '/Member/GetMembershipList/T1/',
      '/Member/SetMemberToActivateOnComplete',
      '/Member/AddMembership/T1',
      '/Member/CompletePayment/',
    ]);
    expect(sentCalls.slice(1).map(({ payload }) => payload)).toEqual([
      { email: ANN.email, memberLevelId: 4, memberItemId: 'M1', clubId: '7' },
      {
        cinemaId: 'T1',
        userSessionId: 'u1',
        emailAddress: ANN.email,
        mobile: ANN.phoneNumber,
        concessions: [activatingConcession({ code: 'M1', memberLevelId: 4 })],
      },
      completePayload('o1', ANN),
    ]);
  });

  it('ACT-11 ends with an email if the member must confirm it', async () => {
    const { result } = await run([...GOOD.slice(0, 3), { peachCode: 0, memberDetails: { isActivated: false } }]);
    expect(result).toBe('mailed');
  });

  it.each([
    ['ACT-08 no item', 0, { peachCode: 0, listConcessionGrouping: [] }],
    ['ACT-09 no userSessionId', 1, { peachCode: 0 }],
    ['ACT-09 another code', 1, { peachCode: 76, userSessionId: 'u1' }],
    ['ACT-10 no order', 2, { peachCode: 0 }],
    ['ACT-07 a payment that is refused', 3, { peachCode: 85 }],
    ['ACT-07 no connection', 1, new TypeError('Failed to fetch')],
  ])('%s stops it after step %i, silently', async (_, step, response) => {
    const { sentCalls, result } = await run([...GOOD.slice(0, step), response, ...GOOD.slice(step + 1)]);
    expect([sentCalls.length, result]).toEqual([step + 1, 'stopped']);
  });
});

describe('ordering a chosen membership', () => {
  const CHOSEN = { item: { code: 'M2', memberLevelId: 2 }, clubId: '7' };

  async function take(responses: readonly unknown[]): Promise<{ sentCalls: Call[]; result: MembershipResult }> {
    const sentCalls: Call[] = [];
    const result = await orderMembership(
      ANN,
      { version: 3, circuitId: 'C1', cinemaId: 'T1' },
      CHOSEN,
      fakeService((call) => {
        sentCalls.push(call);
        const response = responses[sentCalls.length - 1];
        return response instanceof Error ? Promise.reject(response) : response;
      }),
    );
    return { sentCalls, result };
  }

  it('ACT-09 ACT-10 begins with the second call, for that item', async () => {
    const { sentCalls, result } = await take(GOOD.slice(1));
    expect(result).toEqual({ kind: 'activated', isActive: true });
    expect(sentCalls.map(({ route }) => route.split('?')[0])).toEqual([
      '/Member/SetMemberToActivateOnComplete',
      '/Member/AddMembership/T1',
      '/Member/CompletePayment/',
    ]);
    expect(sentCalls[0]?.payload).toEqual({ email: 'a@b.example', memberLevelId: 2, memberItemId: 'M2', clubId: '7' });
    expect(sentCalls[1]?.payload).toMatchObject({ concessions: [activatingConcession(CHOSEN.item)] });
  });

  it('ACT-06 returns the address to pay a membership that costs money, or an empty one', async () => {
    const unpaid = (more: object) => take([...GOOD.slice(1, 3), { peachCode: 85, ...more }]);
    expect((await unpaid({ paymentUrl: 'https://pay.example/1' })).result).toEqual({
      kind: 'unpaid',
      orderId: 'o1',
      paymentUrl: 'https://pay.example/1',
    });
    expect((await unpaid({})).result).toEqual({ kind: 'unpaid', orderId: 'o1', paymentUrl: '' });
  });

  it.each([
    ['refused', [{ peachCode: 76 }]],
    ['without an identifier', [{ peachCode: 0 }]],
    ['without an order', [GOOD[1], { peachCode: 85 }]],
    ['without a network', [GOOD[1], new Error('no network')]],
    ['without a network at the end', [GOOD[1], GOOD[2], new Error('no network')]],
  ])('ACT-07 stops silently when a step is %s', async (_, responses) => {
    expect((await take(responses)).result).toEqual({ kind: 'stopped' });
  });
});
