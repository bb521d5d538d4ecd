import type { CaptchaAction } from '@marquee/rules/loyalty/account/captcha-actions.gen.ts';
import type { MemberPage } from '@marquee/api/schema.gen.ts';
import { isEmail } from '@marquee/rules/links.ts';
import type { Call } from '@marquee/api/call.ts';
import type { FieldError } from '@marquee/rules/loyalty/account/joining.ts';
import { cx } from '@marquee/ui/cx.ts';
import { TextField } from '@marquee/ui/Field/Field.tsx';
import { Message } from '@marquee/ui/Message/Message.tsx';
import { useHydrated } from '@marquee/ui/use-hydrated.ts';
import { type ReactNode, useState } from 'react';
import { useLaterMessages } from '../../state/later.ts';
import { FormLayout } from '../../parts/member/FormLayout.tsx';
import { NoScripts } from '../../parts/member/NoScripts.tsx';
import { type Captcha, useCaptcha } from '../../parts/captcha/captcha.tsx';
import type { Member } from '../../state/member/member.ts';
import { type ActionState, useAction } from '../../state/member/queries.ts';
import { useMaybeMember } from '../../state/member/use-member.ts';
import { type Submission, useSubmit } from '../../state/use-submit.ts';
import { BackToSignIn } from './BackToSignIn.tsx';
import css from './Form.module.css';
import { FailureMessage } from './FailureMessage.tsx';
import { SendButton } from './SendButton.tsx';

/** Minimum time between two requests for the same address, in ms. */
const PAUSE_MS = 60_000;

/** The texts of one kind of mail request. */
export interface MailTexts {
  readonly title: string;
  readonly lead: string;
  readonly send: string;
  /** Confirms the request. Does not reveal whether the address belongs to a member (security 2.5). */
  readonly done: (values: { email: string }) => string;
}

interface SentMail {
  readonly email: string;
  readonly times: number;
  readonly isPaused: boolean;
}

/** The address of the form and its submission. */
interface MailForm {
  readonly email: string;
  readonly setEmail: (email: string) => void;
  readonly fieldError: FieldError | undefined;
  readonly captcha: Captcha;
  readonly submission: Submission;
  readonly isBusy: boolean;
  /** Whether the address got a mail a moment ago. */
  readonly isPaused: boolean;
  readonly state: ActionState;
  readonly sentMail: SentMail | undefined;
  readonly tries: number;
}

/** The state of the form. `action` is the captcha's name for the call. */
function useMailRequest(action: CaptchaAction, call: (member: Member, email: string) => Call, initialEmail: string): MailForm {
  const member = useMaybeMember();
  const captcha = useCaptcha(action);
  const { state, run, clear } = useAction();
  const [email, setEmail] = useState(initialEmail);
  const [fieldError, setFieldError] = useState<FieldError>();
  const [sentMail, setSent] = useState<SentMail>();
  const [tries, setTries] = useState(0);
  const to = email.trim();
  const isPaused = sentMail?.isPaused === true && sentMail.email === to;
  const isBusy = captcha.isPending || state.kind === 'busy';

  const send = async (): Promise<void> => {
    if (member === undefined) return;
    const token = await captcha.answer();
    if (captcha.isNeeded && token === undefined) return;
    const response = await run(call(member, to), token === undefined ? {} : { captcha: token });
    captcha.reset();
    setTries((count) => count + 1);
    if (response === undefined) {
      setSent(undefined);
      return;
    }
    const times = (sentMail?.times ?? 0) + 1;
    setSent({ email: to, times, isPaused: true });
    setTimeout(() => setSent((last) => (last?.times === times ? { ...last, isPaused: false } : last)), PAUSE_MS);
  };

  const submission = useSubmit(member !== undefined, () => {
    if (isPaused) return undefined;
    const newError = to === '' ? 'missing' : isEmail(to) ? undefined : 'invalid';
    setFieldError(newError);
    clear();
    if (newError === undefined) return send();
    document.getElementById('mail-email')?.focus();
    return undefined;
  });

  const changeEmail = (text: string) => {
    setEmail(text);
    setFieldError(undefined);
  };
  return {
    email,
    setEmail: changeEmail,
    fieldError,
    captcha,
    submission,
    isBusy: isBusy || submission.isWaiting,
    isPaused,
    state,
    sentMail,
    tries,
  };
}

/** Form that requests a mail to an address: a password reset link, or the username. */
export function MailRequest({
  page,
  texts,
  action,
  call,
  note,
  email = '',
}: {
  page: MemberPage;
  texts: MailTexts;
  /** The captcha's name for the call. */
  action: CaptchaAction;
  call: (member: Member, email: string) => Call;
  note?: ReactNode;
  email?: string;
}) {
  const { account, fields } = useLaterMessages();
  const hydrated = useHydrated();
  const form = useMailRequest(action, call, email);
  const errorText =
    form.fieldError === undefined ? undefined : form.fieldError === 'missing' ? fields.missing.email() : fields.invalid.email();
  return (
    <FormLayout page={page} title={texts.title} lead={texts.lead} caption={account.say()}>
      <div className={css.above}>
        <ResultMessage form={form} texts={texts} note={note} />
      </div>
      <NoScripts />
      <form className={cx(css.form, 'needsScript')} method="post" noValidate={hydrated} onSubmit={form.submission.onSubmit}>
        <TextField
          id="mail-email"
          name="email"
          type="email"
          label={fields.email()}
          value={form.email}
          onChange={form.setEmail}
          autoComplete="email"
          inputMode="email"
          required
          error={errorText}
        />
        {form.captcha.widget}
        <SendButton busy={form.isBusy} busyLabel={account.sending()} disabled={form.isPaused}>
          {form.sentMail === undefined ? texts.send : account.sendAgain()}
        </SendButton>
      </form>
      <BackToSignIn page={page} />
    </FormLayout>
  );
}

function ResultMessage({ form: { state, sentMail, tries }, texts, note }: { form: MailForm; texts: MailTexts; note: ReactNode }) {
  const { account } = useLaterMessages();
  if (state.kind === 'failed') return <FailureMessage key={tries} failure={state.failure} />;
  if (sentMail === undefined) return note;
  return (
    <Message key={tries} kind="success" focus>
      <p>{texts.done({ email: sentMail.email })}</p>
      <p>{sentMail.isPaused ? account.junk() : account.junkNow()}</p>
    </Message>
  );
}
