// Parses rewards and vouchers, and selects the rewards to show (CALL-22 to CALL-27). Malformed entries are skipped.

import { PEACH_CODES } from '@marquee/api/peach-codes.gen.ts';
import type { FromService } from '@marquee/api/call.ts';
import type {
  ConcessionsResponse,
  ItemsResponse,
  OrderedResponse,
  RewardItem,
  RewardOffer,
  RewardsResponse,
} from '@marquee/api/loyalty/types.gen.ts';
import type { Failure } from '../calls/responses.ts';
import { type Money, isCurrency, moneyOf } from '../payments/money.ts';

/** Why a member cannot order a reward. */
export type UnavailableReason =
  | { readonly kind: 'points'; readonly points: number }
  /** A higher level is required. */
  | { readonly kind: 'level' }
  /** It is not available now. */
  | { readonly kind: 'closed' };

/** A reward, and why the member cannot order it, if so. */
export interface Reward {
  readonly itemCode: string;
  readonly name: string;
  readonly description: string;
  readonly cost: number;
  /** A path on this origin; empty for none, because pages show pictures of their own origin only. */
  readonly imageUrl: string;
  readonly unavailableReason: UnavailableReason | undefined;
}

const ownPicture = (url: string): string => (/^\/(?![/\\])/.test(url) ? url : '');

function rewardOf(
  { itemCode, pointsCost: cost, name, description, imageUrl }: FromService<RewardItem>,
  unavailableReason: UnavailableReason | undefined,
): Reward[] {
  if (itemCode === undefined || itemCode === null || itemCode === '' || typeof cost !== 'number') return [];
  return [
    {
      itemCode,
      name: name || itemCode,
      description: description ?? '',
      cost,
      imageUrl: ownPicture(imageUrl ?? ''),
      unavailableReason,
    },
  ];
}

/** Why a listed reward cannot be ordered; an unknown reason is `closed`. */
function unavailableReasonOf(
  { isAvailable, unavailableReason: reason, pointsCost: cost }: FromService<RewardOffer>,
  points: number,
): UnavailableReason | undefined {
  if (isAvailable === true) return undefined;
  if (reason === 'LEVEL_TOO_LOW') return { kind: 'level' };
  if (reason === 'NOT_ENOUGH_POINTS' && typeof cost === 'number' && cost > points) return { kind: 'points', points: cost - points };
  return { kind: 'closed' };
}

/** All rewards of a theater (CALL-23), in the operator's order, for a member with this many points. */
export const rewardsOf = ({ rewards }: FromService<RewardsResponse>, points: number): readonly Reward[] =>
  (rewards ?? []).flatMap((offer) => rewardOf(offer, unavailableReasonOf(offer, points)));

/** The items that a member can order now (CALL-22). */
export const itemsOf = ({ items }: FromService<ItemsResponse>): readonly Reward[] =>
  (items ?? []).flatMap((item) => rewardOf(item, undefined));

/** The items that a member can order now, followed by the theater's rewards that they cannot order yet. */
export function memberRewards(items: readonly Reward[], rewards: readonly Reward[]): readonly Reward[] {
  const codes = new Set(items.map(({ itemCode }) => itemCode));
  return [
    ...items,
    ...rewards.filter(({ itemCode, unavailableReason }) => !codes.has(itemCode) && unavailableReason !== undefined),
  ];
}

/** The cheapest reward for which only points are missing. */
export function nextReward(rewards: readonly Reward[]): Reward | undefined {
  return rewards.filter(({ unavailableReason }) => unavailableReason?.kind === 'points').toSorted((a, b) => a.cost - b.cost)[0];
}

/** Number of rewards that can be redeemed now. */
export const affordableCount = (rewards: readonly Reward[]): number =>
  rewards.filter(({ unavailableReason }) => unavailableReason === undefined).length;

/** The next reward to save for; undefined if the member can already redeem one and the next one costs more than twice their points. */
export function targetReward(rewards: readonly Reward[], points: number): Reward | undefined {
  const next = nextReward(rewards);
  return next === undefined || (affordableCount(rewards) > 0 && next.cost > 2 * points) ? undefined : next;
}

/** The first `count` rewards, redeemable ones first. If all of them are redeemable, the last one is replaced by `targetReward`. */
export function firstRewards(rewards: readonly Reward[], points: number, count: number): readonly Reward[] {
  const first = rewards
    .toSorted((a, b) => Number(a.unavailableReason !== undefined) - Number(b.unavailableReason !== undefined))
    .slice(0, count);
  const target = targetReward(rewards, points);
  if (target === undefined || first.some(({ unavailableReason }) => unavailableReason !== undefined)) return first;
  return [...first.slice(0, count - 1), target];
}

/** The redemption code of an ordered reward (CALL-26); empty if the response has none. */
export const redemptionCodeOf = ({ redemptionCode }: FromService<OrderedResponse>): string => redemptionCode ?? '';

/** Whether a confirmation (CALL-25) failed because the redemption code is unknown or was used, for example at the point of sale. */
export const isInvalidCode = (failure: Failure): boolean =>
  failure.kind === 'refused' && failure.response.peachCode === PEACH_CODES.invalidActivation;

/** A voucher for sale (CALL-27). */
export interface Voucher {
  readonly code: string;
  readonly name: string;
  readonly description: string;
  /** Undefined if the response has none in a currency. */
  readonly price: Money | undefined;
}

/** The vouchers of a theater, in the operator's order. */
export function vouchersOf({ concessions }: FromService<ConcessionsResponse>): readonly Voucher[] {
  return (concessions ?? []).flatMap(({ code, name, description, price: money }) => {
    const codeOrName = code || name;
    if (!codeOrName) return [];
    const price = moneyOf(money);
    return [
      {
        code: codeOrName,
        name: name || codeOrName,
        description: description ?? '',
        price: price !== undefined && isCurrency(price.currency) ? price : undefined,
      },
    ];
  });
}
