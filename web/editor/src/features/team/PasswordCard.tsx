import type { PasswordChange } from '@marquee/api/editor.gen.ts';
import { type FormEvent, useState } from 'react';
import { Button } from '../../parts/Button.tsx';
import { PasswordField, TextField } from '../../parts/Field.tsx';
import { Dialog } from '../../parts/Overlay.tsx';
import { Card, List } from '../../parts/Surface.tsx';
import { call } from '../../state/api/client.ts';
import { errorText, isWrongCredentials } from '../../state/errors.ts';
import { useMessages } from '../../state/messages.ts';
import { useInterruption, useRefreshSession, useSession } from '../../state/session.ts';
import { showToast } from '../../state/toasts.ts';
import styles from './Team.module.css';

/** The operator's password. */
export function PasswordCard() {
  const { password } = useMessages();
  const { data } = useSession();
  const hasPassword = data?.operator.hasPassword !== false;
  const [isOpen, setOpen] = useState(false);
  return (
    <Card title={password.title()}>
      <List>
        <li>
          <div>
            <p>{hasPassword ? password.text() : password.none()}</p>
          </div>
          <Button size="small" onPress={() => setOpen(true)}>
            {hasPassword ? password.change() : password.set()}
          </Button>
        </li>
      </List>
      {isOpen && <PasswordDialog hasPassword={hasPassword} onClose={() => setOpen(false)} />}
    </Card>
  );
}

interface Failure {
  readonly isCurrent: boolean;
  readonly text: string;
}

function PasswordDialog({ hasPassword, onClose }: { readonly hasPassword: boolean; readonly onClose: () => void }) {
  const messages = useMessages();
  const { password: words, signIn, welcome, common } = messages;
  const { data } = useSession();
  const refresh = useRefreshSession();
  const interruption = useInterruption();
  const hasTotp = hasPassword && data?.operator.hasTotp === true;
  const [password, setPassword] = useState('');
  const [newPassword, setNewPassword] = useState('');
  const [code, setCode] = useState('');
  const [failure, setFailure] = useState<Failure>();
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    try {
      const request: PasswordChange = {
        newPassword,
        ...(hasPassword ? { password } : {}),
        ...(hasTotp ? { code: code.replaceAll(' ', '') } : {}),
      };
      await call('POST', 'password', request);
      void refresh();
      showToast(words.done());
      onClose();
    } catch (error) {
      const isWrong = isWrongCredentials(error);
      setFailure({ isCurrent: isWrong, text: isWrong ? signIn.wrongPasswordOrCode() : errorText(error, messages) });
    }
  };
  // One dialog at a time: the question for a passkey goes first.
  if (interruption !== undefined) return null;
  const title = hasPassword ? words.dialog() : words.set();
  const shown = { showLabel: common.show(), hideLabel: common.hide() };
  return (
    <Dialog title={title} onClose={onClose}>
      <form className={styles['dialogForm']} onSubmit={(event) => void submit(event)} noValidate>
        {hasPassword && (
          <PasswordField
            {...shown}
            label={words.current()}
            autoComplete="current-password"
            value={password}
            onChange={setPassword}
            error={failure?.isCurrent === true ? failure.text : undefined}
            autoFocus
          />
        )}
        {hasTotp && <TextField label={signIn.code()} value={code} onChange={setCode} autoComplete="one-time-code" isMono />}
        <PasswordField
          {...shown}
          label={welcome.newPassword()}
          hint={welcome.passwordHint()}
          autoComplete="new-password"
          value={newPassword}
          onChange={setNewPassword}
          error={failure?.isCurrent === false ? failure.text : undefined}
        />
        <Button type="submit" look="solid" isDisabled={(hasPassword && password === '') || newPassword === ''}>
          {title}
        </Button>
      </form>
    </Dialog>
  );
}
