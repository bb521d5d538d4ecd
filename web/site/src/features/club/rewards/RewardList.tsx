import type { Reward } from '@marquee/rules/loyalty/club/rewards.ts';
import type { SectionView } from '../../../parts/member/AreaSection.tsx';
import { ListSkeleton } from '../ListSkeleton.tsx';
import { RewardCard } from './RewardCard.tsx';
import css from './RewardList.module.css';

/** A grid of rewards. */
export function RewardList({
  rewards,
  view,
  codes,
  onRedeem,
}: {
  rewards: readonly Reward[];
  view: SectionView;
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
          heading={view === 'full' ? 'h2' : 'h3'}
          detailed={view === 'full'}
          onRedeem={() => onRedeem(reward)}
        />
      ))}
    </ul>
  );
}

export const RewardListSkeleton = ({ label, view }: { label: string; view: SectionView }) => (
  <ListSkeleton label={label} count={3} list={css.list} box={view === 'full' ? css.tallBox : css.box} />
);
