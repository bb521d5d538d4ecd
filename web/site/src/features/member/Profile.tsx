import { screenHref } from '@marquee/rules/loyalty/area/screen-href.ts';
import { type MemberDetails, instantOf, memberExpiry } from '@marquee/rules/loyalty/calls/responses.ts';
import { fullName } from '@marquee/rules/loyalty/area/greeting.ts';
import { profileOf } from '@marquee/rules/loyalty/account/profile.ts';
import { Button } from '@marquee/ui/Button/Button.tsx';
import { Toast } from '@marquee/ui/Toast/Toast.tsx';
import { useState } from 'react';
import type { LaterMessages } from '../../messages/messages.ts';
import { useLaterMessages } from '../../state/later.ts';
import { focusHeading } from '../../state/member/focus.ts';
import { type Formats, useFormats } from '../../state/member/formats.ts';
import { AreaSection, type AreaSectionProps } from '../../parts/member/AreaSection.tsx';
import { useMemberDetails } from '../../state/member/use-member.ts';
import { usePage } from '../../state/page.ts';
import css from './Profile.module.css';
import { ChangePassword } from './profile/ChangePassword.tsx';
import { DeleteAccount } from './profile/DeleteAccount.tsx';
import { Privacy } from './profile/Privacy.tsx';
import { ProfileForm } from './profile/ProfileForm.tsx';
import { SignIns } from './profile/SignIns.tsx';
import { SignOut } from './profile/SignOut.tsx';
import { usePhone } from './profile/use-phone.ts';

const ID = 'profile';

/** The member's profile, password, sign-ins and privacy settings (CALL-08, CALL-18). */
export function Profile({ page: { area }, view }: AreaSectionProps) {
  const { messages } = usePage();
  const { mine } = useLaterMessages();
  const [isEditing, setIsEditing] = useState(false);
  const [notice, setNotice] = useState<string>();
  const finishEditing = (message?: string): void => {
    setIsEditing(false);
    setNotice(message);
    focusHeading(ID);
  };
  return (
    <AreaSection
      id={ID}
      title={mine.profile()}
      view={view}
      more={view === 'overview' ? { href: screenHref(area.href, 'profile'), label: mine.edit() } : undefined}
    >
      {isEditing ? (
        <ProfileForm onSaved={() => finishEditing(mine.saved())} onCancel={() => finishEditing()} />
      ) : (
        <Facts full={view === 'full'} />
      )}
      {view === 'overview' ? (
        <div className={css.actions}>
          <SignOut />
          <DeleteAccount />
        </div>
      ) : (
        <>
          {isEditing ? null : (
            <div className={css.actions}>
              <Button kind="line" size="s" onClick={() => setIsEditing(true)}>
                {mine.edit()}
              </Button>
              <SignOut />
            </div>
          )}
          <ChangePassword onChanged={() => setNotice(mine.passwordChanged())} />
          <SignIns onEnded={() => setNotice(mine.signInEnded())} />
          <Privacy />
        </>
      )}
      <Toast message={notice} closeLabel={messages.common.close()} onClose={() => setNotice(undefined)} />
    </AreaSection>
  );
}

function Facts({ full }: { full: boolean }) {
  const laterMessages = useLaterMessages();
  const member = useMemberDetails();
  const formats = useFormats();
  const phone = usePhone(member.mobileNumber ?? '');
  return (
    <dl className={css.facts}>
      {factsOf(laterMessages, formats, member, phone, full).map(([term, fact]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{fact}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The known facts of a member, with labels. `full` adds the address and the date of birth. */
function factsOf(
  { mine, fields }: LaterMessages,
  formats: Formats,
  member: MemberDetails,
  phone: string,
  full: boolean,
): readonly (readonly [string, string])[] {
  const { email, address1, address2, city, state, zipCode, country, dateOfBirth } = profileOf(member);
  const until = instantOf(memberExpiry(member));
  const since = instantOf(member.createdAt);
  const address = [
    address1,
    address2,
    [city, [state, zipCode].filter((part) => part !== '').join(' ')].filter((part) => part !== '').join(', '),
    country === '' ? '' : formats.country(country),
  ];
  const all: (readonly [string, string])[] = [
    [mine.name(), fullName(member)],
    [fields.email(), email],
    [fields.mobile(), phone],
    ...(full
      ? ([
          [mine.address(), address.filter((part) => part !== '').join('\n')],
          [mine.born(), dateOfBirth === '' ? '' : formats.dateOfDay(dateOfBirth)],
        ] as const)
      : []),
    [
      mine.member(),
      until !== undefined
        ? mine.memberUntil({ date: formats.dateOfDay(until) })
        : since === undefined
          ? ''
          : mine.memberSince({ date: formats.date(since) }),
    ],
  ];
  return all.filter(([, fact]) => fact !== '');
}
