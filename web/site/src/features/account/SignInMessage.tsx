import { screenHref } from '@marquee/rules/loyalty/area/screen-href.ts';
import { PEACH_CODES } from '@marquee/api/peach-codes.gen.ts';
import type { MemberArea } from '@marquee/api/schema.gen.ts';
import type { Failure } from '@marquee/rules/loyalty/calls/responses.ts';
import { type GuestAddress, remedyOf } from '@marquee/rules/loyalty/session/sign-in.ts';
import { Message } from '@marquee/ui/Message/Message.tsx';
import { useLaterMessages } from '../../state/later.ts';
import { useArea } from '../../state/member/use-member.ts';
import css from './Form.module.css';
import { FailureMessage } from './FailureMessage.tsx';
import { SendActivation } from './SendActivation.tsx';

/** Why a sign-in failed, and a remedy (ux 8). */
export function SignInMessage({ failure, name, focus }: { failure: Failure; name: string; focus: boolean }) {
  const area = useArea();
  return (
    <FailureMessage failure={failure} focus={focus}>
      <NextStep area={area} failure={failure} name={name} />
    </FailureMessage>
  );
}

function NextStep({ area, failure, name }: { area: MemberArea; failure: Failure; name: string }) {
  const { account } = useLaterMessages();
  switch (remedyOf(failure, area.captcha !== undefined)) {
    case 'activate':
      return <SendActivation name={name} />;
    case 'newPassword':
      return (
        <Offer
          href={`${screenHref(area.href, 'forgot-password')}?code=${PEACH_CODES.passwordChangeRequired}`}
          label={account.choosePassword()}
        />
      );
    case 'check':
      return <Offer href={screenHref(area.href, 'forgot-password')} label={account.choosePassword()} />;
    case 'expired':
      return <p>{account.askExpired()}</p>;
    case 'blocked':
      return <p>{account.askBlocked()}</p>;
    case 'retry':
    case 'captchaFailed':
    case 'wait':
      return null;
  }
}

function Offer({ href, label }: { href: string; label: string }) {
  return (
    <a className={`link ${css.offer}`} href={href}>
      {label}
    </a>
  );
}

/** The result of an activation link in a mail, which led to this page. */
export function ActivationMessage({ activation }: { activation: NonNullable<GuestAddress['activation']> }) {
  const { account } = useLaterMessages();
  switch (activation) {
    case 'account':
      return <Message kind="success">{account.accountActive()}</Message>;
    case 'username':
      return <Message kind="success">{account.usernameActive()}</Message>;
    case 'membership':
      return <Message kind="success">{account.activated()}</Message>;
    case 'failed':
      return <Message kind="error">{account.activationFailed()}</Message>;
  }
}
