import { EMAIL_PATTERN } from '@marquee/rules/email-pattern.gen.ts';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../../parts/Button.tsx';
import { EntranceLayout } from '../../parts/EntranceLayout.tsx';
import { PasswordField, TextField } from '../../parts/Field.tsx';
import { Skeleton, Note } from '../../parts/Surface.tsx';
import { AuthenticatorSetup, RecoveryCodeList } from '../../parts/TwoFactor.tsx';
import { focusFirstInvalid } from '../../parts/use-focus-invalid.ts';
import { ApiError, call } from '../../state/api/client.ts';
import type { Invitation, InvitationAcceptance, InvitationPasskey, SignInResponse, SignInStep } from '@marquee/api/editor.gen.ts';
import { errorText, isWrongCredentials } from '../../state/errors.ts';
import { useFormats, useMessages } from '../../state/messages.ts';
import { answerWithPasskey, offersPasskeys, passkeyErrorText } from '../../state/passkeys.ts';
import { PASSWORD_LENGTH } from '../../state/password.ts';
import { roleName } from '../../state/roles.ts';
import { useRefreshSession } from '../../state/session.ts';
import styles from './SignInForm.module.css';

type Step = { readonly name: 'account' | 'offer' | 'totp' } | { readonly name: 'codes'; readonly codes: readonly string[] };

/** Accepts an invitation, or makes the first owner of a server; then offers the authenticator app. */
export function Welcome({ token, onDone }: { readonly token: string; readonly onDone: () => void }) {
  const messages = useMessages();
  const { welcome, twoFactor, common } = messages;
  const [step, setStep] = useState<Step>({ name: 'account' });
  // An account with an authenticator app signs in with its code. A passkey is both factors.
  const created = (next: SignInStep, isPasskey: boolean): void =>
    next === 'code' || isPasskey ? onDone() : setStep({ name: 'offer' });
  const invitation = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => call<Invitation>('GET', `invitation?token=${encodeURIComponent(token)}`),
    retry: false,
    staleTime: Infinity,
  });
  if (step.name === 'offer')
    return (
      <EntranceLayout title={twoFactor.offerTitle()} lead={twoFactor.offerText()}>
        <Button look="solid" size="large" onPress={() => setStep({ name: 'totp' })}>
          {twoFactor.setUp()}
        </Button>
        <Button look="ghost" onPress={onDone}>
          {twoFactor.later()}
        </Button>
      </EntranceLayout>
    );
  if (step.name === 'totp')
    return (
      <EntranceLayout title={twoFactor.setUpTitle()} isWide>
        <AuthenticatorSetup onCodes={(codes) => setStep({ name: 'codes', codes })} />
      </EntranceLayout>
    );
  if (step.name === 'codes')
    return (
      <EntranceLayout title={twoFactor.codesTitle()} isWide>
        <RecoveryCodeList codes={step.codes} onDone={onDone} />
      </EntranceLayout>
    );
  if (invitation.isPending)
    return (
      <EntranceLayout title={welcome.title()}>
        <Skeleton label={common.loading()} />
      </EntranceLayout>
    );
  if (invitation.error !== null) {
    const isGone = invitation.error instanceof ApiError && invitation.error.status >= 400 && invitation.error.status < 429;
    return (
      <EntranceLayout
        title={isGone ? welcome.goneTitle() : errorText(invitation.error, messages)}
        lead={isGone ? welcome.goneText() : undefined}
      >
        {!isGone && <Button onPress={() => void invitation.refetch()}>{common.tryAgain()}</Button>}
      </EntranceLayout>
    );
  }
  return <Account token={token} invitation={invitation.data} onDone={created} />;
}

type OnCreated = (next: SignInStep, isPasskey: boolean) => void;

/** The values of the form, and sending them. */
function useAccount(token: string, { email: invitedEmail, hasAccount }: Invitation, onDone: OnCreated) {
  const messages = useMessages();
  const { welcome } = messages;
  const refresh = useRefreshSession();
  const [values, setValues] = useState({ name: '', email: '', password: '' });
  const [failed, setFailed] = useState<{ readonly field: string; readonly text: string }>();
  const [busy, setBusy] = useState<'password' | 'passkey'>();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (failed !== undefined) focusFirstInvalid(form.current);
  }, [failed]);
  const set = (name: keyof typeof values) => (value: string) => {
    setValues((current) => ({ ...current, [name]: value }));
    if (failed?.field === name || failed?.field === '') setFailed(undefined);
  };
  const missing = (isPasskey: boolean): typeof failed => {
    if (!hasAccount && values.name.trim() === '') return { field: 'name', text: welcome.nameRequired() };
    if (invitedEmail === undefined && !EMAIL_PATTERN.test(values.email.trim()))
      return { field: 'email', text: welcome.emailInvalid() };
    if (!isPasskey && !hasAccount && [...values.password].length < PASSWORD_LENGTH)
      return { field: 'password', text: welcome.passwordShort({ missing: PASSWORD_LENGTH - [...values.password].length }) };
    return undefined;
  };
  const send = async (isPasskey: boolean): Promise<void> => {
    const fault = missing(isPasskey);
    setFailed(fault);
    if (fault !== undefined || busy !== undefined) return;
    setBusy(isPasskey ? 'passkey' : 'password');
    try {
      const email = invitedEmail === undefined ? { email: values.email.trim() } : {};
      const person: InvitationPasskey = { token, name: values.name.trim(), ...email };
      const proof = isPasskey
        ? { passkey: await answerWithPasskey('invitation/passkey/options', person) }
        : { password: values.password };
      const request: InvitationAcceptance = { ...person, ...proof };
      const { next } = await call<SignInResponse>('POST', 'invitation', request);
      await refresh();
      onDone(next, isPasskey);
    } catch (error) {
      const isWrong = !isPasskey && hasAccount && isWrongCredentials(error);
      const field = error instanceof ApiError ? error.field.replace(/^\//, '') : '';
      const text = isPasskey ? passkeyErrorText(error, messages) : errorText(error, messages);
      setFailed(isWrong ? { field: 'password', text: messages.signIn.wrongOwnPassword() } : { field, text });
      setBusy(undefined);
    }
  };
  return { form, values, set, failed, busy, send };
}

/** What the invitation is for, in words. */
function useLead({ siteName, role, roleName: own, theaters = [] }: Invitation): string {
  const { welcome, roles } = useMessages();
  const { list } = useFormats();
  if (siteName === undefined) return welcome.leadServer();
  const invited = { site: siteName, role: roleName(roles, role, own), theaters: list(theaters) };
  return theaters.length === 0 ? welcome.leadSite(invited) : welcome.leadTheaters(invited);
}

function Account({
  token,
  invitation,
  onDone,
}: {
  readonly token: string;
  readonly invitation: Invitation;
  readonly onDone: OnCreated;
}) {
  const { welcome, signIn, common } = useMessages();
  const { form, values, set, failed, busy, send } = useAccount(token, invitation, onDone);
  const { email, hasAccount } = invitation;
  const lead = useLead(invitation);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void send(false);
  };
  const errorOf = (field: string): string | undefined => (failed?.field === field ? failed.text : undefined);
  const isGeneral = failed !== undefined && !['name', 'email', 'password'].includes(failed.field);
  return (
    <EntranceLayout title={email === undefined ? welcome.firstTitle() : welcome.title()} lead={lead}>
      <form ref={form} className={styles['form']} onSubmit={submit} noValidate>
        {isGeneral && <Note mood="bad" title={<span role="alert">{failed.text}</span>} />}
        {!hasAccount && (
          <TextField
            label={welcome.name()}
            autoComplete="name"
            value={values.name}
            onChange={set('name')}
            error={errorOf('name')}
            autoFocus
          />
        )}
        {email === undefined ? (
          <TextField
            label={signIn.email()}
            type="email"
            autoComplete="username"
            value={values.email}
            onChange={set('email')}
            error={errorOf('email')}
          />
        ) : (
          <TextField label={signIn.email()} type="email" autoComplete="username" value={email} isReadOnly />
        )}
        <PasswordField
          label={hasAccount ? signIn.password() : welcome.newPassword()}
          hint={hasAccount ? welcome.passwordOfAccount() : welcome.passwordHint()}
          autoComplete={hasAccount ? 'current-password' : 'new-password'}
          value={values.password}
          onChange={set('password')}
          error={errorOf('password')}
          showLabel={common.show()}
          hideLabel={common.hide()}
        />
        <Button type="submit" look="solid" size="large" isWide isBusy={busy === 'password'}>
          {hasAccount ? welcome.accept() : welcome.create()}
        </Button>
        {offersPasskeys() && (
          <>
            <p className={styles['or']}>{signIn.or()}</p>
            <Button icon="fingerprint" size="large" isWide isBusy={busy === 'passkey'} onPress={() => void send(true)}>
              {hasAccount ? welcome.acceptWithPasskey() : welcome.passkey()}
            </Button>
          </>
        )}
      </form>
    </EntranceLayout>
  );
}
