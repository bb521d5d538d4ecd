import type { MemberPage } from '@marquee/api/schema.gen.ts';
import { type Ref, useState } from 'react';
import { useDetails } from '../../state/member/use-member.ts';
import { MemberCard } from './card/MemberCard.tsx';
import css from './ClubTop.module.css';
import { Standing } from './Standing.tsx';

/** The top of the overview: the card, and how the member stands. `head` is the page's h1. */
export function ClubTop({ page: { area }, head }: { page: MemberPage; head?: Ref<HTMLHeadingElement> }) {
  const member = useDetails();
  // It is greeted by the hour it came, and not again while the page is open.
  const [now] = useState(() => new Date());
  return (
    <div className={css.top}>
      <MemberCard member={member} area={area} />
      <Standing member={member} area={area} now={now} {...(head === undefined ? {} : { head })} />
    </div>
  );
}
