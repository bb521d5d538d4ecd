import type { Call, CallResponse } from '@marquee/api/call.ts';
import { getItems, rewardsListing } from '@marquee/api/loyalty/rewards.gen.ts';
import type { ItemsResponse, RewardsResponse } from '@marquee/api/loyalty/types.gen.ts';
import { pointsOf } from '@marquee/rules/loyalty/club/enum-settings.ts';
import { type Reward, itemsOf, rewardsOf, memberRewards } from '@marquee/rules/loyalty/club/rewards.ts';
import { type QueryState, useMemberQuery } from '../../../state/member/queries.ts';
import { useMemberDetails, useMember } from '../../../state/member/use-member.ts';

/** Query key of the rewards; actions that change them name it. */
export const REWARDS = 'rewards';

/**
 * The rewards of the member's cinema (CALL-23). Version 1 lists the available ones separately (CALL-22); the others follow after
 * them, if the service lists them.
 */
export function useRewards(): QueryState<readonly Reward[]> {
  const { context } = useMember();
  const points = pointsOf(useMemberDetails());
  // In version 3 both queries are the same call, which is sent once.
  const call: Call<CallResponse<Partial<ItemsResponse & RewardsResponse>>> =
    context.version === 1 ? getItems(context) : rewardsListing(context);
  const all = useMemberQuery(REWARDS, rewardsListing(context), (response) => rewardsOf(response, points));
  const available = useMemberQuery(REWARDS, call, itemsOf);
  if (context.version !== 1) return all;
  if (available.kind !== 'ready' || all.kind === 'failed') return available;
  return all.kind === 'loading' ? all : { ...available, data: memberRewards(available.data, all.data) };
}
