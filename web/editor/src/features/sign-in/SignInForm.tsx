import { type FormEvent, useEffect, useEffectEvent, useState } from 'react';
import { Link } from 'react-aria-components';
import { Button } from '../../parts/Button.tsx';
import { PasswordField, TextField } from '../../parts/Field.tsx';
import { Note } from '../../parts/Surface.tsx';
import { call } from '../../state/api/client.ts';
import type { EditorSignIn, PasskeyAnswer, SignInResponse } from '@marquee/api/editor.gen.ts';
import { errorText, isWrongCredentials } from '../../state/errors.ts';
import { RESET_PATH } from '../../state/location.ts';
import { useMessages } from '../../state/messages.ts';
import { answerWithPasskey, offerPasskeysInField, offersPasskeys, passkeyErrorText } from '../../state/passkeys.ts';
import { useRefreshSession } from '../../state/session.ts';
import styles from './SignInForm.module.css';

/** The values of the form, and sending them. */
function useSignIn(initialEmail: string, onDone: () => void) {
  const messages = useMessages();
  const { signIn } = messages;
  const refresh = useRefreshSession();
  const [values, setValues] = useState({ email: initialEmail, password: '', code: '' });
  const [step, setStep] = useState<'password' | 'code'>('password');
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const set = (name: keyof typeof values) => (value: string) => {
    setValues((current) => ({ ...current, [name]: value }));
    setError(undefined);
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    try {
      const { email, password, code } = values;
      const request: EditorSignIn = {
        email: email.trim(),
        password,
        ...(step === 'code' ? { code: code.replaceAll(' ', '') } : {}),
      };
      const { next } = await call<SignInResponse>('POST', 'sign-in', request);
      if (next === 'code') setStep('code');
      else {
        await refresh();
        onDone();
      }
    } catch (failure) {
      const isWrong = isWrongCredentials(failure);
      setError(isWrong ? (step === 'code' ? signIn.wrongCode() : signIn.wrongPassword()) : errorText(failure, messages));
    } finally {
      setBusy(false);
    }
  };
  return { values, set, step, setStep, error, isBusy, submit };
}

/** Signing in with a passkey: by the button, or by the list of the email field where the browser has it. */
function usePasskey(isShown: boolean, onDone: () => void) {
  const messages = useMessages();
  const refresh = useRefreshSession();
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const finish = async (chosen: PasskeyAnswer): Promise<void> => {
    await call<SignInResponse>('POST', 'sign-in/passkey', chosen);
    await refresh();
    onDone();
  };
  const finishInField = useEffectEvent(finish);
  const showError = useEffectEvent((failure: unknown) => setError(passkeyErrorText(failure, messages)));
  useEffect(() => {
    if (!isShown || isBusy) return undefined;
    const end = new AbortController();
    void offerPasskeysInField('sign-in/passkey/options', end.signal, (chosen) => finishInField(chosen), showError);
    return () => end.abort();
  }, [isShown, isBusy]);
  const press = async (): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    setError(undefined);
    try {
      await finish(await answerWithPasskey('sign-in/passkey/options'));
    } catch (failure) {
      setError(passkeyErrorText(failure, messages));
      setBusy(false);
    }
  };
  return { error, isBusy, press };
}

/** Email and password, or a passkey; then the code of the authenticator app if the account has one. */
export function SignInForm({ initialEmail = '', onDone }: { readonly initialEmail?: string; readonly onDone: () => void }) {
  const { signIn, recovery, common } = useMessages();
  const { values, set, step, setStep, error, isBusy, submit } = useSignIn(initialEmail, onDone);
  const passkey = usePasskey(step === 'password', onDone);
  const shownError = error ?? passkey.error;
  const isIncomplete = step === 'code' ? values.code === '' : values.email === '' || values.password === '';
  const code = (
    <TextField
      label={signIn.code()}
      hint={signIn.codeHint()}
      error={error}
      value={values.code}
      onChange={set('code')}
      autoComplete="one-time-code"
      isMono
      autoFocus
    />
  );
  const password = (
    <>
      {shownError !== undefined && <Note mood="bad" title={<span role="alert">{shownError}</span>} />}
      <TextField
        label={signIn.email()}
        type="email"
        autoComplete="username webauthn"
        value={values.email}
        onChange={set('email')}
        autoFocus={initialEmail === ''}
      />
      <PasswordField
        label={signIn.password()}
        autoComplete="current-password"
        value={values.password}
        onChange={set('password')}
        autoFocus={initialEmail !== ''}
        showLabel={common.show()}
        hideLabel={common.hide()}
      />
      <Link href={RESET_PATH} className={styles['forgot'] ?? ''}>
        {recovery.forgot()}
      </Link>
    </>
  );
  return (
    <form className={styles['form']} onSubmit={(event) => void submit(event)} noValidate>
      {step === 'code' ? code : password}
      <Button type="submit" look="solid" size="large" isWide isBusy={isBusy} isDisabled={isIncomplete}>
        {step === 'code' ? signIn.confirm() : signIn.submit()}
      </Button>
      {step === 'password' && offersPasskeys() && (
        <>
          <p className={styles['or']}>{signIn.or()}</p>
          <Button icon="fingerprint" size="large" isWide isBusy={passkey.isBusy} onPress={() => void passkey.press()}>
            {signIn.passkey()}
          </Button>
        </>
      )}
      {step === 'code' && (
        <Button look="ghost" onPress={() => setStep('password')}>
          {common.back()}
        </Button>
      )}
    </form>
  );
}
