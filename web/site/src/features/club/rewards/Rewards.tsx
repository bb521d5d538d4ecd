import type { MemberPage } from '@marquee/api/schema.gen.ts';
import { pointsOf } from '@marquee/rules/loyalty/club/choices.ts';
import { type Reward, firstRewards } from '@marquee/rules/loyalty/club/rewards.ts';
import { cx } from '@marquee/ui/cx.ts';
import { useState } from 'react';
import { useLaterMessages } from '../../../state/later.ts';
import { useFormats } from '../../../state/member/formats.ts';
import { type Extent, Part, type MemberPartProps } from '../../../parts/member/Part.tsx';
import { pointsText } from '../../../state/member/points.ts';
import { SeeFilms } from '../../../parts/member/SeeFilms.tsx';
import { Empty, Failed } from '../../../parts/member/States.tsx';
import { useMemberDetails, useMember } from '../../../state/member/use-member.ts';
import { RedeemDialog } from './RedeemDialog.tsx';
import { RewardList, RewardListSkeleton } from './RewardList.tsx';
import css from './RewardList.module.css';
import { useRewardCodes } from './use-reward-codes.ts';
import { useRewards } from './use-rewards.ts';

/** Number of rewards in the overview: one row. */
const OVERVIEW_COUNT = 3;

/** The rewards that points buy (CALL-22 to CALL-26). */
export function Rewards({ page, part }: MemberPartProps) {
  const { club } = useLaterMessages();
  const rewards = useRewards();
  const [selected, setSelected] = useState<Reward>();
  const [codes, setCode] = useRewardCodes();
  const count = rewards.kind === 'ready' ? rewards.data.length : 0;
  const more =
    part === 'overview' && count > OVERVIEW_COUNT
      ? { label: club.all({ count }), name: club.allRewardsLabel({ count }), href: `${page.area.href}rewards/` }
      : undefined;
  return (
    <Part id="rewards" title={club.rewards()} part={part} more={more}>
      {part === 'whole' ? <Balance page={page} /> : null}
      <Body rewards={rewards} part={part} codes={codes} onRedeem={setSelected} />
      {selected === undefined ? null : (
        <RedeemDialog
          reward={selected}
          code={codes.get(selected.itemCode) ?? ''}
          onOrdered={(code) => setCode(selected.itemCode, code)}
          onHandedOut={() => setCode(selected.itemCode, '')}
          onClose={() => setSelected(undefined)}
        />
      )}
    </Part>
  );
}

/** The member's balance, and the theater where the rewards are offered. */
function Balance({ page }: { page: MemberPage }) {
  const words = useLaterMessages();
  const formats = useFormats();
  const { where } = useMember();
  const amount = pointsText(words, formats, pointsOf(useMemberDetails()));
  const theater = page.theaters.length > 1 ? page.theaters.find(({ id }) => id === where.cinemaId) : undefined;
  return (
    <p className={cx('quiet', css.balance)}>
      {words.club.balance({ amount })} {theater === undefined ? null : words.club.rewardsAt({ theater: theater.name })}
    </p>
  );
}

function Body({
  rewards,
  part,
  codes,
  onRedeem,
}: {
  rewards: ReturnType<typeof useRewards>;
  part: Extent;
  codes: ReadonlyMap<string, string>;
  onRedeem: (reward: Reward) => void;
}) {
  const { club } = useLaterMessages();
  const points = pointsOf(useMemberDetails());
  switch (rewards.kind) {
    case 'loading':
      return <RewardListSkeleton label={club.loadingRewards()} part={part} />;
    case 'failed':
      return <Failed text={rewards.text} retry={rewards.retry} />;
    case 'ready':
      return rewards.data.length === 0 ? (
        <Empty text={club.noRewards()}>
          <SeeFilms />
        </Empty>
      ) : (
        <RewardList
          rewards={part === 'whole' ? rewards.data : firstRewards(rewards.data, points, OVERVIEW_COUNT)}
          part={part}
          codes={codes}
          onRedeem={onRedeem}
        />
      );
  }
}
