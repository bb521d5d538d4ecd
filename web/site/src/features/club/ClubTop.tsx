import type { MemberPage } from '@marquee/api/schema.gen.ts';
import { hasLoyaltyProgram, sectionsOf } from '@marquee/rules/loyalty/area/sections.ts';
import { cx } from '@marquee/ui/cx.ts';
import { type Ref, useState } from 'react';
import { currentTime } from '../../state/clock.ts';
import { useMemberDetails } from '../../state/member/use-member.ts';
import { MemberCard } from './card/MemberCard.tsx';
import css from './ClubTop.module.css';
import { PaymentsButton } from './PaymentsButton.tsx';
import { Progress } from './rewards/Progress.tsx';
import { MemberSummary } from './MemberSummary.tsx';
import { WalletButton } from './WalletButton.tsx';

/** The top of the overview: the member's card and summary. `head` receives the page's h1. */
export function ClubTop({ page: { area }, head }: { page: MemberPage; head?: Ref<HTMLHeadingElement> }) {
  const member = useMemberDetails();
  // The greeting keeps the hour at which the page was opened.
  const [now] = useState(() => new Date(currentTime()));
  const number = member.memberCardNumber ?? '';
  return (
    <div className={cx(css.top, hasLoyaltyProgram(area) && css.withCard)}>
      {hasLoyaltyProgram(area) ? <MemberCard member={member} area={area} /> : null}
      <MemberSummary member={member} area={area} now={now} head={head}>
        {sectionsOf(area).includes('rewards') ? <Progress /> : null}
        <div className={css.actions}>
          {!hasLoyaltyProgram(area) || number === '' || area.walletSaveUrl === '' ? null : <WalletButton cardNumber={number} />}
          <PaymentsButton />
        </div>
      </MemberSummary>
    </div>
  );
}
