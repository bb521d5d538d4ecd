import { type MemberDetails, instantOf, memberExpiry, text } from '@marquee/rules/loyalty/calls/answers.ts';
import { fullName } from '@marquee/rules/loyalty/area/greeting.ts';
import { profileOf } from '@marquee/rules/loyalty/account/profile.ts';
import { Button } from '@marquee/ui/Button/Button.tsx';
import { Toast } from '@marquee/ui/Toast/Toast.tsx';
import { useState } from 'react';
import type { LaterMessages } from '../../messages/messages.ts';
import { useLater } from '../../state/later.ts';
import { focusHeading } from '../../state/member/focus.ts';
import { type Formats, useFormats } from '../../state/member/formats.ts';
import { Part, type PartProps } from '../../parts/member/Part.tsx';
import { useDetails } from '../../state/member/use-member.ts';
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

/** Who a member is, and all they can do about it: change it, the password, other sign-ins, and leave (CALL-08, CALL-18). */
export function Profile({ page: { area }, part }: PartProps) {
  const { m } = usePage();
  const { mine } = useLater();
  const [isEditing, setIsEditing] = useState(false);
  const [said, setSaid] = useState<string>();
  const done = (words?: string): void => {
    setIsEditing(false);
    setSaid(words);
    focusHeading(ID);
  };
  return (
    <Part id={ID} title={mine.profile()} part={part} more={part === 'overview' ? { href: `${area.href}profile/`, label: mine.edit() } : undefined}>
      {isEditing ? <ProfileForm onSaved={() => done(mine.saved())} onCancel={() => done()} /> : <Facts whole={part === 'whole'} />}
      {part === 'overview' ? (
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
          <ChangePassword onChanged={() => setSaid(mine.passwordChanged())} />
          <SignIns onEnded={() => setSaid(mine.signInEnded())} />
          <Privacy />
        </>
      )}
      <Toast message={said} closeLabel={m.common.close()} onClose={() => setSaid(undefined)} />
    </Part>
  );
}

function Facts({ whole }: { whole: boolean }) {
  const words = useLater();
  const member = useDetails();
  const formats = useFormats();
  const phone = usePhone(text(member['mobileNumber']));
  return (
    <dl className={css.facts}>
      {factsOf(words, formats, member, phone, whole).map(([term, fact]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{fact}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What is known of a member; what is not known is left out. */
function factsOf({ mine, fields }: LaterMessages, formats: Formats, member: MemberDetails, phone: string, whole: boolean): readonly (readonly [string, string])[] {
  const { email, address1, address2, city, state, zipCode, country, dateOfBirth } = profileOf(member);
  const until = instantOf(memberExpiry(member));
  const since = instantOf(member['createdAt']);
  const address = [address1, address2, [city, [state, zipCode].filter((part) => part !== '').join(' ')].filter((part) => part !== '').join(', '), country === '' ? '' : formats.country(country)];
  const all: (readonly [string, string])[] = [
    [mine.name(), fullName(member)],
    [fields.email(), email],
    [fields.mobile(), phone],
    ...(whole
      ? ([
          [mine.address(), address.filter((part) => part !== '').join('\n')],
          [mine.born(), dateOfBirth === '' ? '' : formats.dateOfDay(dateOfBirth)],
        ] as const)
      : []),
    [mine.member(), until !== undefined ? mine.memberUntil({ date: formats.dateOfDay(until) }) : since === undefined ? '' : mine.memberSince({ date: formats.date(since) })],
  ];
  return all.filter(([, fact]) => fact !== '');
}
