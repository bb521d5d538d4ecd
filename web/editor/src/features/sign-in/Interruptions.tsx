import type { OperatorAccount, Reauthentication } from '@marquee/api/editor.gen.ts';
import { type FormEvent, useState } from 'react';
import { Button } from '../../parts/Button.tsx';
import { PasswordField, TextField } from '../../parts/Field.tsx';
import { Dialog } from '../../parts/Overlay.tsx';
import { Note } from '../../parts/Surface.tsx';
import { call } from '../../state/api/client.ts';
import { errorText, isWrongCredentials } from '../../state/errors.ts';
import { useMessages } from '../../state/messages.ts';
import { answerWithPasskey, offersPasskeys, passkeyErrorText } from '../../state/passkeys.ts';
import { resume, useInterruption, useRefreshSession, useSession } from '../../state/session.ts';
import { SignInForm } from './SignInForm.tsx';
import styles from './SignInForm.module.css';

/** The dialogs that interrupt the work: sign in again, or enter the password before a sensitive change. */
export function Interruptions({ onSignedIn }: { readonly onSignedIn: () => void }) {
  const { signIn } = useMessages();
  const interruption = useInterruption();
  const { data } = useSession();
  if (interruption === undefined) return null;
  if (interruption.kind === 'password') return <PasswordDialog account={data?.operator} />;
  const done = (): void => {
    resume(true);
    onSignedIn();
  };
  return (
    <Dialog title={signIn.endedTitle()}>
      <p className={styles['lead']}>{signIn.endedText()}</p>
      <SignInForm initialEmail={data?.operator.email ?? ''} onDone={done} />
    </Dialog>
  );
}

/** Proves who the person is: with password and code, or with a passkey. */
function useConfirmation(hasTotp: boolean) {
  const messages = useMessages();
  const { signIn } = messages;
  const refresh = useRefreshSession();
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState<'password' | 'passkey'>();
  const attempt = async (
    kind: 'password' | 'passkey',
    confirm: () => Promise<unknown>,
    words: (failure: unknown) => string,
  ): Promise<void> => {
    if (busy !== undefined) return;
    setBusy(kind);
    setError(undefined);
    try {
      await confirm();
      void refresh();
      resume(true);
    } catch (failure) {
      setError(words(failure));
      setBusy(undefined);
    }
  };
  const wrongWords = hasTotp ? signIn.wrongPasswordOrCode() : signIn.wrongOwnPassword();
  const withPassword = (request: Reauthentication): Promise<void> =>
    attempt(
      'password',
      () => call('POST', 'reauthenticate', request),
      (failure) => (isWrongCredentials(failure) ? wrongWords : errorText(failure, messages)),
    );
  const withPasskey = (): Promise<void> =>
    attempt(
      'passkey',
      async () => call('POST', 'reauthenticate/passkey', await answerWithPasskey('reauthenticate/passkey/options')),
      (failure) => passkeyErrorText(failure, messages),
    );
  return { error, busy, withPassword, withPasskey };
}

function PasswordDialog({ account }: { readonly account: OperatorAccount | undefined }) {
  const { signIn, common } = useMessages();
  const hasPassword = account?.hasPassword !== false;
  const hasTotp = hasPassword && account?.hasTotp === true;
  const hasPasskey = !hasPassword || (offersPasskeys() && (account?.passkeys ?? 0) > 0);
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const { error, busy, withPassword, withPasskey } = useConfirmation(hasTotp);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void withPassword({ password, ...(hasTotp ? { code: code.replaceAll(' ', '') } : {}) });
  };
  const passkey = (
    <Button look={hasPassword ? 'line' : 'solid'} icon="fingerprint" isBusy={busy === 'passkey'} onPress={() => void withPasskey()}>
      {signIn.confirmWithPasskey()}
    </Button>
  );
  return (
    <Dialog title={signIn.againTitle()} onClose={() => resume(false)}>
      <p className={styles['lead']}>{hasPassword ? signIn.againText() : signIn.againTextPasskey()}</p>
      <form className={styles['form']} onSubmit={submit} noValidate>
        {error !== undefined && <Note mood="bad" title={<span role="alert">{error}</span>} />}
        {hasPassword && (
          <>
            <PasswordField
              label={signIn.password()}
              autoComplete="current-password"
              value={password}
              onChange={setPassword}
              autoFocus
              showLabel={common.show()}
              hideLabel={common.hide()}
            />
            {hasTotp && <TextField label={signIn.code()} value={code} onChange={setCode} autoComplete="one-time-code" isMono />}
            <Button
              type="submit"
              look="solid"
              isBusy={busy === 'password'}
              isDisabled={password === '' || (hasTotp && code === '')}
            >
              {signIn.confirm()}
            </Button>
          </>
        )}
        {hasPassword && hasPasskey && <p className={styles['or']}>{signIn.or()}</p>}
        {hasPasskey && passkey}
      </form>
    </Dialog>
  );
}
