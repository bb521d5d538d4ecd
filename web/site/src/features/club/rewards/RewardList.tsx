import type { Reward } from '@marquee/rules/loyalty/club/rewards.ts';
import type { Extent } from '../../../parts/member/Part.tsx';
import { ListSkeleton } from '../ListSkeleton.tsx';
import { RewardCard } from './RewardCard.tsx';
import css from './RewardList.module.css';

/** A grid of rewards. */
export function RewardList({
  rewards,
  part,
  codes,
  onRedeem,
}: {
  rewards: readonly Reward[];
  part: Extent;
  /** The codes of the rewards ordered in this tab, by item code. */
  codes: ReadonlyMap<string, string>;
  onRedeem: (reward: Reward) => void;
}) {
  return (
    <ul className={css.list}>
      {rewards.map((reward) => (
        <RewardCard
          key={reward.itemCode}
          reward={reward}
          code={codes.get(reward.itemCode) ?? ''}
          heading={part === 'whole' ? 'h2' : 'h3'}
          detailed={part === 'whole'}
          onRedeem={() => onRedeem(reward)}
        />
      ))}
    </ul>
  );
}

export const RewardListSkeleton = ({ label, part }: { label: string; part: Extent }) => (
  <ListSkeleton label={label} count={3} list={css.list} box={part === 'whole' ? css.tallBox : css.box} />
);
