import { isEmail } from '@marquee/rules/links.ts';
import { sendMemberActivationCode } from '@marquee/api/loyalty/account.gen.ts';
import { isThirdParty } from '@marquee/rules/loyalty/account/captcha.ts';
import { TextField } from '@marquee/ui/Field/Field.tsx';
import { cx } from '@marquee/ui/cx.ts';
import { useState } from 'react';
import { useLaterMessages } from '../../state/later.ts';
import { useCaptcha } from '../../parts/captcha/captcha.tsx';
import { useAction } from '../../state/member/queries.ts';
import { useArea, useMaybeMember } from '../../state/member/use-member.ts';
import css from './Form.module.css';
import { useGuestFailureText } from './use-guest-failure-text.ts';

/** Requests the account activation mail again. Shows an email field if `name` is not an email address. */
export function SendActivation({ name }: { name: string }) {
  const { account, fields } = useLaterMessages();
  const member = useMaybeMember();
  const captcha = useCaptcha('SendMemberActivationCode');
  const action = useAction();
  const failureText = useGuestFailureText();
  const username = name.trim();
  const [email, setEmail] = useState('');
  const [isEmailShown, setEmailShown] = useState(false);
  // The site's own captcha is solved without its box; the box is shown if that fails.
  const [isCaptchaShown, setCaptchaShown] = useState(isThirdParty(useArea().captcha));
  const [error, setError] = useState('');
  const [sentTo, setSentTo] = useState('');

  const isBusy = captcha.isPending || action.state.kind === 'busy';

  const send = async (): Promise<void> => {
    if (isBusy) return;
    const to = isEmail(username) ? username : email.trim();
    if (!isEmail(to)) {
      if (isEmailShown) setError(to === '' ? fields.missing.email() : fields.invalid.email());
      setEmailShown(true);
      return;
    }
    setError('');
    if (member === undefined) return;
    const token = await captcha.answer();
    if (captcha.isNeeded && token === undefined) {
      setCaptchaShown(true);
      return;
    }
    const response = await action.run(
      sendMemberActivationCode(member.context, { email: to }),
      token === undefined ? {} : { captcha: token },
    );
    captcha.reset();
    if (response !== undefined) setSentTo(to);
  };

  if (sentTo !== '') return <output>{account.activationSent({ email: sentTo })}</output>;
  return (
    <div className={cx(css.resend, (isEmailShown || isCaptchaShown) && css.roomy)}>
      {isEmailShown ? (
        <TextField
          id="activation-email"
          name="email"
          type="email"
          label={account.emailForActivation()}
          value={email}
          onChange={setEmail}
          autoComplete="email"
          error={error}
        />
      ) : null}
      {isCaptchaShown ? captcha.widget : null}
      <div>
        <button className={`link ${css.offer}`} type="button" aria-busy={isBusy || undefined} onClick={() => void send()}>
          {account.sendActivation()}
        </button>
        <output className="sr">{isBusy ? account.sending() : ''}</output>
      </div>
      {action.state.kind === 'failed' ? <p role="alert">{failureText(action.state.failure)}</p> : null}
    </div>
  );
}
