import type { MemberArea } from '@marquee/api/schema.gen.ts';
import { type MemberDetails, memberExpiry } from '@marquee/rules/loyalty/calls/responses.ts';
import { shownBalances } from '@marquee/rules/loyalty/club/enum-settings.ts';
import { membershipEnd } from '@marquee/rules/loyalty/session/expiry.ts';
import { partOfDay } from '@marquee/rules/loyalty/area/greeting.ts';
import { hasLoyaltyProgram } from '@marquee/rules/loyalty/area/sections.ts';
import { Message } from '@marquee/ui/Message/Message.tsx';
import type { ReactNode, Ref } from 'react';
import { useLaterMessages } from '../../state/later.ts';
import { type Formats, useFormats } from '../../state/member/formats.ts';
import { unitOf } from '../../state/member/points.ts';
import css from './MemberSummary.module.css';

/** A greeting, the member's balances (LOYC-05) and the end of the membership; `children` follows below. */
export function MemberSummary({
  member,
  area,
  now,
  head,
  children,
}: {
  member: MemberDetails;
  area: MemberArea;
  now: Date;
  head?: Ref<HTMLHeadingElement> | undefined;
  children?: ReactNode;
}) {
  const messages = useLaterMessages();
  const formats = useFormats();
  const [first, ...others] = hasLoyaltyProgram(area) ? shownBalances(member, area.balanceTypes) : [];
  return (
    <div className={css.summary}>
      <div>
        <h1 className={css.greeting} tabIndex={-1} ref={head}>
          {greeting(messages.club, (member.firstName ?? '').trim(), now.getHours())}
        </h1>
        {first === undefined ? null : (
          <p className={css.balance}>
            <span className={css.big}>{formats.number(first.amount)}</span> {unitOf(messages, first)}
          </p>
        )}
        {others.length === 0 ? null : (
          <ul className={css.others}>
            {others.map((balance) => (
              <li key={`${balance.balanceType} ${balance.name}`}>
                <b>{formats.number(balance.amount)}</b> {unitOf(messages, balance)}
              </li>
            ))}
          </ul>
        )}
      </div>
      <MembershipEnd member={member} now={now} formats={formats} />
      {children}
    </div>
  );
}

function greeting(club: ReturnType<typeof useLaterMessages>['club'], name: string, hour: number): string {
  switch (partOfDay(hour)) {
    case 'morning':
      return name === '' ? club.morningWithoutName() : club.morning({ name });
    case 'afternoon':
      return name === '' ? club.afternoonWithoutName() : club.afternoon({ name });
    case 'evening':
      return name === '' ? club.eveningWithoutName() : club.evening({ name });
  }
}

/** Note that the membership ends soon or has ended (SESS-09). */
function MembershipEnd({ member, now, formats }: { member: MemberDetails; now: Date; formats: Formats }) {
  const { club } = useLaterMessages();
  const end = membershipEnd(memberExpiry(member), now.getTime());
  switch (end.kind) {
    case 'far':
      return null;
    case 'soon':
      return <Message kind="note">{club.endsSoon({ date: formats.dateOfDay(end.at) })}</Message>;
    case 'over':
      return <Message kind="error">{club.ended({ date: formats.dateOfDay(end.at) })}</Message>;
  }
}
