import { screenHref } from '@marquee/rules/loyalty/area/screen-href.ts';
import type { MemberPage } from '@marquee/api/schema.gen.ts';
import { pointsOf } from '@marquee/rules/loyalty/club/enum-settings.ts';
import { type Reward, firstRewards } from '@marquee/rules/loyalty/club/rewards.ts';
import { cx } from '@marquee/ui/cx.ts';
import { useState } from 'react';
import { useLaterMessages } from '../../../state/later.ts';
import { useFormats } from '../../../state/member/formats.ts';
import { type SectionView, AreaSection, type AreaSectionProps } from '../../../parts/member/AreaSection.tsx';
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
export function Rewards({ page, view }: AreaSectionProps) {
  const { club } = useLaterMessages();
  const rewards = useRewards();
  const [selected, setSelected] = useState<Reward>();
  const [codes, setCode] = useRewardCodes();
  const count = rewards.kind === 'ready' ? rewards.data.length : 0;
  const more =
    view === 'overview' && count > OVERVIEW_COUNT
      ? { label: club.all({ count }), name: club.allRewardsLabel({ count }), href: screenHref(page.area.href, 'rewards') }
      : undefined;
  return (
    <AreaSection id="rewards" title={club.rewards()} view={view} more={more}>
      {view === 'full' ? <Balance page={page} /> : null}
      <Body rewards={rewards} view={view} codes={codes} onRedeem={setSelected} />
      {selected === undefined ? null : (
        <RedeemDialog
          reward={selected}
          code={codes.get(selected.itemCode) ?? ''}
          onOrdered={(code) => setCode(selected.itemCode, code)}
          onHandedOut={() => setCode(selected.itemCode, '')}
          onClose={() => setSelected(undefined)}
        />
      )}
    </AreaSection>
  );
}

/** The member's balance, and the theater where the rewards are offered. */
function Balance({ page }: { page: MemberPage }) {
  const messages = useLaterMessages();
  const formats = useFormats();
  const { context } = useMember();
  const amount = pointsText(messages, formats, pointsOf(useMemberDetails()));
  const theater = page.theaters.length > 1 ? page.theaters.find(({ id }) => id === context.cinemaId) : undefined;
  return (
    <p className={cx('quiet', css.balance)}>
      {messages.club.balance({ amount })} {theater === undefined ? null : messages.club.rewardsAt({ theater: theater.name })}
    </p>
  );
}

function Body({
  rewards,
  view,
  codes,
  onRedeem,
}: {
  rewards: ReturnType<typeof useRewards>;
  view: SectionView;
  codes: ReadonlyMap<string, string>;
  onRedeem: (reward: Reward) => void;
}) {
  const { club } = useLaterMessages();
  const points = pointsOf(useMemberDetails());
  switch (rewards.kind) {
    case 'loading':
      return <RewardListSkeleton label={club.loadingRewards()} view={view} />;
    case 'failed':
      return <Failed text={rewards.text} retry={rewards.retry} />;
    case 'ready':
      return rewards.data.length === 0 ? (
        <Empty text={club.noRewards()}>
          <SeeFilms />
        </Empty>
      ) : (
        <RewardList
          rewards={view === 'full' ? rewards.data : firstRewards(rewards.data, points, OVERVIEW_COUNT)}
          view={view}
          codes={codes}
          onRedeem={onRedeem}
        />
      );
  }
}
