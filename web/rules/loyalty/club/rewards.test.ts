import { describe, expect, it } from 'vitest';
import { getEVoucherConcessions, getItems, orderLoyaltyItem, rewardsListing } from '@marquee/api/loyalty/rewards.gen.ts';
import * as shown from './rewards.ts';
import { affordableCount, firstRewards, isInvalidCode, nextReward, memberRewards, targetReward } from './rewards.ts';

const CONTEXT = { version: 3, circuitId: 'C1', cinemaId: 'T1' } as const;
const rewardsOf = (response: unknown, points: number) => shown.rewardsOf(rewardsListing(CONTEXT).read(response), points);
const itemsOf = (response: unknown) => shown.itemsOf(getItems(CONTEXT).read(response));
const vouchersOf = (response: unknown) => shown.vouchersOf(getEVoucherConcessions(CONTEXT).read(response));
const redemptionCodeOf = (response: unknown) => shown.redemptionCodeOf(orderLoyaltyItem(CONTEXT, { itemCode: 'A' }).read(response));

const offer = (itemCode: string, pointsCost: number, unavailableReason: string | null = null) => ({
  rewardId: itemCode,
  itemCode,
  name: `Reward ${itemCode}`,
  description: '',
  pointsCost,
  imageUrl: null,
  isAvailable: unavailableReason === null,
  unavailableReason,
});
const RESPONSE = {
  peachCode: 0,
  rewards: [
    offer('CORN', 300),
    offer('TEA', 250),
    offer('SEAT', 1000, 'NOT_ENOUGH_POINTS'),
    offer('TWO', 500, 'LEVEL_TOO_LOW'),
    offer('BAG', 900, 'NOT_ENOUGH_POINTS'),
  ],
};
const codes = (rewards: readonly { itemCode: string }[]): string[] => rewards.map(({ itemCode }) => itemCode);

describe('CALL-23 the rewards of a theater', () => {
  const rewards = rewardsOf(RESPONSE, 840);

  it('have the reason why they are unavailable', () => {
    expect(rewardsOf(RESPONSE, 840).map(({ unavailableReason }) => unavailableReason)).toEqual([
      undefined,
      undefined,
      { kind: 'points', points: 160 },
      { kind: 'level' },
      { kind: 'points', points: 60 },
    ]);
  });

  it('have a next one, the cheapest for which only points are missing', () => {
    expect(nextReward(rewards)?.itemCode).toBe('BAG');
    expect(nextReward(rewardsOf({ rewards: [offer('CORN', 1)] }, 9))).toBeUndefined();
  });

  it('have no distant target if one is available: it costs at most twice the points of the member', () => {
    expect(affordableCount(rewards)).toBe(2);
    expect(targetReward(rewards, 840)?.itemCode).toBe('BAG');
    const withDistantTarget = rewardsOf({ rewards: [offer('CORN', 150), offer('NAME', 25_000, 'NOT_ENOUGH_POINTS')] }, 2523);
    expect([affordableCount(withDistantTarget), targetReward(withDistantTarget, 2523)]).toEqual([1, undefined]);
    const none = rewardsOf({ rewards: [offer('TEA', 250, 'NOT_ENOUGH_POINTS')] }, 0);
    expect(targetReward(none, 0)?.itemCode).toBe('TEA');
    const twice = rewardsOf({ rewards: [offer('CORN', 150), offer('BAG', 300, 'NOT_ENOUGH_POINTS')] }, 150);
    expect(targetReward(twice, 150)?.itemCode).toBe('BAG');
    expect(targetReward(rewards.slice(0, 2), 840)).toBeUndefined();
  });

  it('have first ones: those that can be redeemed, then a target', () => {
    expect(codes(firstRewards(rewards, 840, 3))).toEqual(['CORN', 'TEA', 'SEAT']);
    expect(codes(firstRewards(rewards, 840, 2))).toEqual(['CORN', 'BAG']);
    expect(codes(firstRewards(rewards.slice(0, 2), 840, 3))).toEqual(['CORN', 'TEA']);
    expect(codes(firstRewards(rewards.slice(0, 2), 840, 2))).toEqual(['CORN', 'TEA']);
    expect(codes(firstRewards(rewards.slice(1, 3), 840, 3))).toEqual(['TEA', 'SEAT']);
    expect(codes(firstRewards(rewards.toReversed(), 840, 3))).toEqual(['TEA', 'CORN', 'BAG']);
  });

  it('have first ones in which no distant target replaces one that can be redeemed', () => {
    const replaceable = rewardsOf(
      { rewards: [offer('NAME', 25_000, 'NOT_ENOUGH_POINTS'), offer('CORN', 150), offer('TEA', 120), offer('SEAT', 1500)] },
      2523,
    );
    expect(codes(firstRewards(replaceable, 2523, 3))).toEqual(['CORN', 'TEA', 'SEAT']);
    expect(codes(firstRewards(replaceable.slice(0, 3), 2523, 3))).toEqual(['CORN', 'TEA', 'NAME']);
  });

  it('that are not available for another reason, or without one, are closed', () => {
    const entries = [
      offer('A', 1, 'NOT_AVAILABLE'),
      offer('B', 10, 'FULL_MOON'),
      { itemCode: 'C', pointsCost: 2 },
      offer('D', 5, 'NOT_ENOUGH_POINTS'),
      offer('E', 9, 'NOT_ENOUGH_POINTS'),
    ];
    expect(rewardsOf({ rewards: entries }, 9).map(({ unavailableReason }) => unavailableReason)).toEqual(
      entries.map(() => ({ kind: 'closed' })),
    );
  });

  it.each([
    [undefined],
    [null],
    [[]],
    [{ rewards: 'none' }],
    [{ rewards: [null, 1, {}, { pointsCost: 5 }, { itemCode: 'A' }, { itemCode: 'A', pointsCost: '9' }] }],
    [{ rewards: [offer('', 5), { ...offer('A', 5), itemCode: null }] }],
  ])('that are malformed (%j) are left out', (response) => {
    expect(rewardsOf(response, 0)).toEqual([]);
  });

  it('have pictures of the own origin only, and their code if the name is missing', () => {
    const read = rewardsOf(
      {
        rewards: [
          { ...offer('A', 1), imageUrl: '/media/a.webp', name: null },
          { ...offer('B', 1), imageUrl: '//elsewhere.example/b.png' },
          { ...offer('C', 1), imageUrl: '/\\elsewhere.example/c.png' },
        ],
      },
      9,
    );
    expect(read.map(({ name, imageUrl }) => [name, imageUrl])).toEqual([
      ['A', '/media/a.webp'],
      ['Reward B', ''],
      ['Reward C', ''],
    ]);
  });
});

it('CALL-22 items that a member can order come first, then rewards that they cannot order yet', () => {
  const items = itemsOf({ items: [{ itemCode: 'TEA', name: 'Tea', description: 'Hot.', pointsCost: 250, imageUrl: null }, {}] });
  expect(items).toEqual([{ itemCode: 'TEA', name: 'Tea', description: 'Hot.', cost: 250, imageUrl: '', missing: undefined }]);
  expect(codes(memberRewards(items, rewardsOf(RESPONSE, 840)))).toEqual(['TEA', 'SEAT', 'TWO', 'BAG']);
  expect(codes(memberRewards(items, []))).toEqual(['TEA']);
  const bag = itemsOf({ items: [{ itemCode: 'BAG', pointsCost: 900 }] });
  expect(codes(memberRewards(bag, rewardsOf(RESPONSE, 840)))).toEqual(['BAG', 'SEAT', 'TWO']);
});

it('CALL-26 the response to an order has the redemption code', () => {
  expect(redemptionCodeOf({ peachCode: 0, orderId: 'o1', redemptionCode: 'AB12' })).toBe('AB12');
  expect([redemptionCodeOf({}), redemptionCodeOf(undefined)]).toEqual(['', '']);
});

it('CALL-25 a code that is unknown or was used cannot be confirmed', () => {
  expect(isInvalidCode({ kind: 'refused', response: { peachCode: 85 } })).toBe(true);
  expect([
    isInvalidCode({ kind: 'refused', response: { peachCode: 1 } }),
    isInvalidCode({ kind: 'refused', response: {} }),
    isInvalidCode({ kind: 'unreachable' }),
  ]).toEqual([false, false, false]);
});

it('CALL-27 vouchers have a price if the response has one', () => {
  const price = { amount: 1350, currency: 'USD' };
  const read = vouchersOf({
    concessions: [
      { code: 'EV', name: 'One seat', description: 'A year.', price, imageUrl: null },
      { code: 'X', price: { amount: 1, currency: 'POINTS' } },
      { name: 'Popcorn' },
      {},
      7,
    ],
  });
  expect(read).toEqual([
    { code: 'EV', name: 'One seat', description: 'A year.', price },
    { code: 'X', name: 'X', description: '', price: undefined },
    { code: 'Popcorn', name: 'Popcorn', description: '', price: undefined },
  ]);
  expect(vouchersOf({ concessions: null })).toEqual([]);
});
