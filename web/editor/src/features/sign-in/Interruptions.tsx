import type { Reauthentication } from '@marquee/api/editor.gen.ts';
import { type FormEvent, useState } from 'react';
import { Button } from '../../parts/Button.tsx';
import { PasswordField, TextField } from '../../parts/Field.tsx';
import { Dialog } from '../../parts/Overlay.tsx';
import { call } from '../../state/api/client.ts';
import { errorText, isWrongCredentials } from '../../state/errors.ts';
import { useMessages } from '../../state/messages.ts';
import { resume, useInterruption, useRefreshSession, useSession } from '../../state/session.ts';
import { SignInForm } from './SignInForm.tsx';
import styles from './SignInForm.module.css';

/** The dialogs that interrupt the work: sign in again, or enter the password before a sensitive change. */
export function Interruptions({ onSignedIn }: { readonly onSignedIn: () => void }) {
  const { signIn } = useMessages();
  const interruption = useInterruption();
  const { data } = useSession();
  if (interruption === undefined) return null;
  if (interruption.kind === 'password') return <PasswordDialog hasTotp={data?.operator.hasTotp === true} />;
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

function PasswordDialog({ hasTotp }: { readonly hasTotp: boolean }) {
  const messages = useMessages();
  const { signIn, common } = messages;
  const refresh = useRefreshSession();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    try {
      const request: Reauthentication = { password, ...(hasTotp ? { code: code.replaceAll(' ', '') } : {}) };
      await call('POST', 'reauthenticate', request);
      void refresh();
      resume(true);
    } catch (failure) {
      const isWrong = isWrongCredentials(failure);
      setError(isWrong ? (hasTotp ? signIn.wrongPasswordOrCode() : signIn.wrongOwnPassword()) : errorText(failure, messages));
      setBusy(false);
    }
  };
  return (
    <Dialog title={signIn.againTitle()} onClose={() => resume(false)}>
      <p className={styles['lead']}>{signIn.againText()}</p>
      <form className={styles['form']} onSubmit={(event) => void submit(event)} noValidate>
        <PasswordField
          label={signIn.password()}
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
          error={error}
          autoFocus
          showLabel={common.show()}
          hideLabel={common.hide()}
        />
        {hasTotp && <TextField label={signIn.code()} value={code} onChange={setCode} autoComplete="one-time-code" isMono />}
        <Button type="submit" look="solid" isBusy={isBusy} isDisabled={password === '' || (hasTotp && code === '')}>
          {signIn.confirm()}
        </Button>
      </form>
    </Dialog>
  );
}
