import { EMAIL_PATTERN } from '@marquee/rules/email-pattern.gen.ts';
import type { AccountName, NewAccountEmail } from '@marquee/api/editor.gen.ts';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Button } from '../../parts/Button.tsx';
import { TextField } from '../../parts/Field.tsx';
import { CancelButton, Dialog } from '../../parts/Overlay.tsx';
import { Card, List, Stack } from '../../parts/Surface.tsx';
import { call } from '../../state/api/client.ts';
import { errorText } from '../../state/errors.ts';
import { useMessages } from '../../state/messages.ts';
import { useInterruption, useRefreshSession, useSession } from '../../state/session.ts';
import { showToast } from '../../state/toasts.ts';

/** Name and address of the operator. */
export function OwnAccount() {
  const { account: words } = useMessages();
  const { data } = useSession();
  const refresh = useRefreshSession();
  const [open, setOpen] = useState<'name' | 'email'>();
  const interruption = useInterruption();
  if (data === undefined || data === null) return null;
  const { name, email } = data.operator;
  const facts = [
    { id: 'name', label: words.name(), value: name, action: words.changeName() },
    { id: 'email', label: words.email(), value: email, action: words.changeEmail() },
  ] as const;
  const close = (): void => setOpen(undefined);
  const rename = async (next: string): Promise<void> => {
    const request: AccountName = { name: next };
    await call('PUT', 'account', request);
    await refresh();
    showToast(words.nameSaved());
  };
  const requestEmail = async (next: string): Promise<void> => {
    const request: NewAccountEmail = { email: next };
    await call('POST', 'account/email', request);
    showToast(words.emailSent({ email: next }));
  };
  return (
    <Card title={words.title()}>
      <List>
        {facts.map(({ id, label, value, action }) => (
          <li key={id}>
            <div>
              {label}
              <p>{value}</p>
            </div>
            <Button size="small" aria-label={action} onPress={() => setOpen(id)}>
              {words.change()}
            </Button>
          </li>
        ))}
      </List>
      {/* One dialog at a time: the question for the password goes first. */}
      {open === 'name' && interruption === undefined && (
        <ChangeDialog
          title={words.changeName()}
          label={words.name()}
          initial={name}
          action={words.save()}
          send={rename}
          onClose={close}
        />
      )}
      {open === 'email' && (
        <ChangeDialog
          title={words.changeEmail()}
          label={words.newEmail()}
          hint={words.emailHint()}
          initial=""
          type="email"
          action={words.sendLink()}
          isHidden={interruption !== undefined}
          send={requestEmail}
          onClose={close}
        />
      )}
    </Card>
  );
}

/** The typed value, and sending it. */
function useValue(initial: string, send: (value: string) => Promise<void>, onDone: () => void) {
  const messages = useMessages();
  const [value, setValue] = useState(initial);
  const { mutate, error, isPending, reset } = useMutation({ mutationFn: () => send(value.trim()), onSuccess: onDone });
  const change = (next: string): void => {
    setValue(next);
    reset();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isPending) mutate();
  };
  return { value, change, error: error === null ? undefined : errorText(error, messages), isBusy: isPending, submit };
}

/** Asks for a value and sends it. What is refused stays in the field. */
function ChangeDialog({
  title,
  label,
  hint,
  initial,
  type = 'text',
  action,
  isHidden = false,
  send,
  onClose,
}: {
  readonly title: string;
  readonly label: string;
  readonly hint?: string;
  readonly initial: string;
  readonly type?: 'text' | 'email';
  readonly action: string;
  /** Whether another dialog is in front of it. What is typed is kept. */
  readonly isHidden?: boolean;
  readonly send: (value: string) => Promise<void>;
  readonly onClose: () => void;
}) {
  const { value, change, error, isBusy, submit } = useValue(initial, send, onClose);
  const isValid = type === 'email' ? EMAIL_PATTERN.test(value.trim()) : value.trim() !== '';
  if (isHidden) return null;
  return (
    <Dialog
      title={title}
      onClose={onClose}
      foot={
        <>
          <CancelButton />
          <Button type="submit" form="own-account" look="solid" isBusy={isBusy} isDisabled={!isValid || value.trim() === initial}>
            {action}
          </Button>
        </>
      }
    >
      <form id="own-account" onSubmit={submit} noValidate>
        <Stack>
          <TextField
            label={label}
            hint={hint}
            type={type}
            autoComplete={type === 'email' ? 'email' : 'name'}
            maxLength={200}
            value={value}
            onChange={change}
            error={error}
            autoFocus
          />
        </Stack>
      </form>
    </Dialog>
  );
}
