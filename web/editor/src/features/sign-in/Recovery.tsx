import { EMAIL_PATTERN } from '@marquee/rules/email-pattern.gen.ts';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Button, ButtonLink } from '../../parts/Button.tsx';
import { EntranceLayout } from '../../parts/EntranceLayout.tsx';
import { PasswordField, TextField } from '../../parts/Field.tsx';
import { Note } from '../../parts/Surface.tsx';
import { ApiError, call } from '../../state/api/client.ts';
import type {
  AccountEmailConfirmation,
  ConfirmedEmail,
  PasswordReset,
  PasswordResetRequest,
  SignInResponse,
} from '@marquee/api/editor.gen.ts';
import { errorText, isWrongCredentials } from '../../state/errors.ts';
import { useMessages } from '../../state/messages.ts';
import { PASSWORD_LENGTH } from '../../state/password.ts';
import styles from './SignInForm.module.css';

/** Whether a link has expired or was used. */
const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === 410;

/** Asks for the address to which the link of a forgotten password is mailed. */
export function ForgottenPassword({ signInHref }: { readonly signInHref: string }) {
  const messages = useMessages();
  const { recovery, signIn } = messages;
  const [email, setEmail] = useState('');
  const send = useMutation({
    mutationFn: () => {
      const request: PasswordResetRequest = { email: email.trim() };
      return call('POST', 'password/reset', request);
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!send.isPending) send.mutate();
  };
  if (send.isSuccess)
    return (
      <EntranceLayout title={recovery.sentTitle()} lead={recovery.sentText({ email: email.trim() })}>
        <ButtonLink look="ghost" href={signInHref}>
          {recovery.backToSignIn()}
        </ButtonLink>
      </EntranceLayout>
    );
  return (
    <EntranceLayout title={recovery.title()} lead={recovery.lead()}>
      <form className={styles['form']} onSubmit={submit} noValidate>
        {send.error !== null && <Note mood="bad" title={<span role="alert">{errorText(send.error, messages)}</span>} />}
        <TextField label={signIn.email()} type="email" autoComplete="username" value={email} onChange={setEmail} autoFocus />
        <Button
          type="submit"
          look="solid"
          size="large"
          isWide
          isBusy={send.isPending}
          isDisabled={!EMAIL_PATTERN.test(email.trim())}
        >
          {recovery.send()}
        </Button>
        <ButtonLink look="ghost" href={signInHref}>
          {recovery.backToSignIn()}
        </ButtonLink>
      </form>
    </EntranceLayout>
  );
}

interface ResetFailure {
  readonly field: 'password' | 'code' | 'form';
  readonly text: string;
}

/** The values of the form for a new password, and sending them. */
function useReset(token: string, onDone: () => void) {
  const messages = useMessages();
  const { signIn, welcome } = messages;
  const [values, setValues] = useState({ password: '', code: '' });
  const [step, setStep] = useState<'password' | 'code' | 'gone'>('password');
  const [failure, setFailure] = useState<ResetFailure>();
  const [isBusy, setBusy] = useState(false);
  const set = (name: keyof typeof values) => (value: string) => {
    setValues((current) => ({ ...current, [name]: value }));
    setFailure(undefined);
  };
  const fail = (error: unknown): void => {
    if (isGone(error)) setStep('gone');
    else if (isWrongCredentials(error)) setFailure({ field: 'code', text: signIn.wrongCode() });
    else if (error instanceof ApiError && error.field.includes('assword')) {
      setStep('password');
      setFailure({ field: 'password', text: errorText(error, messages) });
    } else setFailure({ field: 'form', text: errorText(error, messages) });
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const missing = PASSWORD_LENGTH - [...values.password].length;
    if (missing > 0) {
      setFailure({ field: 'password', text: welcome.passwordShort({ missing }) });
      return;
    }
    if (isBusy) return;
    setBusy(true);
    try {
      const code = step === 'code' ? { code: values.code.replaceAll(' ', '') } : {};
      const request: PasswordReset = { token, newPassword: values.password, ...code };
      const { next } = await call<SignInResponse>('POST', 'password/reset/confirm', request);
      if (next === 'code') setStep('code');
      else onDone();
    } catch (error) {
      fail(error);
    } finally {
      setBusy(false);
    }
  };
  return { values, set, step, failure, isBusy, submit };
}

/** Sets a new password with the link of an email, and the code of the authenticator app if the account has one. */
export function NewPassword({
  token,
  againHref,
  onDone,
}: {
  readonly token: string;
  readonly againHref: string;
  readonly onDone: () => void;
}) {
  const { recovery, signIn, welcome, common } = useMessages();
  const { values, set, step, failure, isBusy, submit } = useReset(token, onDone);
  if (step === 'gone') return <GoneLink againHref={againHref} />;
  const errorOf = (field: ResetFailure['field']): string | undefined => (failure?.field === field ? failure.text : undefined);
  return (
    <EntranceLayout title={recovery.newTitle()} lead={recovery.newLead()}>
      <form className={styles['form']} onSubmit={(event) => void submit(event)} noValidate>
        {failure?.field === 'form' && <Note mood="bad" title={<span role="alert">{failure.text}</span>} />}
        {step === 'code' ? (
          <TextField
            label={signIn.code()}
            hint={signIn.codeHint()}
            error={errorOf('code')}
            value={values.code}
            onChange={set('code')}
            autoComplete="one-time-code"
            isMono
            autoFocus
          />
        ) : (
          <PasswordField
            label={welcome.newPassword()}
            hint={welcome.passwordHint()}
            autoComplete="new-password"
            value={values.password}
            onChange={set('password')}
            error={errorOf('password')}
            showLabel={common.show()}
            hideLabel={common.hide()}
            autoFocus
          />
        )}
        <Button type="submit" look="solid" size="large" isWide isBusy={isBusy} isDisabled={step === 'code' && values.code === ''}>
          {recovery.save()}
        </Button>
      </form>
    </EntranceLayout>
  );
}

/** A link that does not work any more. */
function GoneLink({ againHref }: { readonly againHref?: string }) {
  const { recovery, welcome } = useMessages();
  return (
    <EntranceLayout title={welcome.goneTitle()} lead={recovery.goneText()}>
      {againHref !== undefined && (
        <ButtonLink look="solid" href={againHref}>
          {recovery.again()}
        </ButtonLink>
      )}
    </EntranceLayout>
  );
}

/** Confirms a new address with the link of an email. A button does it: mail programs open links by themselves. */
export function NewAddress({ token, editorHref }: { readonly token: string; readonly editorHref: string }) {
  const messages = useMessages();
  const { recovery } = messages;
  const confirm = useMutation({
    mutationFn: () => {
      const request: AccountEmailConfirmation = { token };
      return call<ConfirmedEmail>('POST', 'account/email/confirm', request);
    },
  });
  if (isGone(confirm.error)) return <GoneLink />;
  if (confirm.data !== undefined)
    return (
      <EntranceLayout title={recovery.addressDoneTitle()} lead={recovery.addressDone({ email: confirm.data.email })}>
        <ButtonLink look="solid" href={editorHref}>
          {recovery.openEditor()}
        </ButtonLink>
      </EntranceLayout>
    );
  return (
    <EntranceLayout title={recovery.addressTitle()} lead={recovery.addressLead()}>
      {confirm.error !== null && <Note mood="bad" title={<span role="alert">{errorText(confirm.error, messages)}</span>} />}
      <Button look="solid" size="large" isWide isBusy={confirm.isPending} onPress={() => confirm.mutate()}>
        {recovery.addressConfirm()}
      </Button>
    </EntranceLayout>
  );
}
