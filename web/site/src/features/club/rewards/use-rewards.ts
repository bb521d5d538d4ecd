import { items, rewards } from '@marquee/rules/loyalty/calls/calls.ts';
import { pointsOf } from '@marquee/rules/loyalty/club/choices.ts';
import { type Reward, itemsOf, rewardsOf, shelfOf } from '@marquee/rules/loyalty/club/rewards.ts';
import { type Fetched, useFetched } from '../../../state/member/queries.ts';
import { useDetails, useMember } from '../../../state/member/use-member.ts';

/** What changes name to have the rewards asked for anew. */
export const REWARDS = 'rewards';

/**
 * The rewards of the member's cinema (CALL-23). Version 1 says what can be had now (CALL-22); what cannot be had yet comes
 * after it, where the service tells that too.
 */
export function useRewards(): Fetched<readonly Reward[]> {
  const { where } = useMember();
  const points = pointsOf(useDetails());
  // In version 3 both are one question, which is asked once.
  const all = useFetched(REWARDS, rewards(where), (answer) => rewardsOf(answer, points));
  const now = useFetched(REWARDS, where.version === 1 ? items(where) : rewards(where), itemsOf);
  if (where.version !== 1) return all;
  if (now.kind !== 'ready' || all.kind === 'failed') return now;
  return all.kind === 'loading' ? all : { ...now, data: shelfOf(now.data, all.data) };
}
