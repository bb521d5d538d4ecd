import type { NewPasskey, OperatorPasskey, OperatorPasskeys, PasskeyName } from '@marquee/api/editor.gen.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Button, IconButton } from '../../parts/Button.tsx';
import { ErrorScreen } from '../../parts/ErrorScreen.tsx';
import { TextField } from '../../parts/Field.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Dialog } from '../../parts/Overlay.tsx';
import { Card, List, Note, Skeleton } from '../../parts/Surface.tsx';
import { call } from '../../state/api/client.ts';
import { useAgo } from '../../state/clock.ts';
import { useFormats, useMessages } from '../../state/messages.ts';
import { answerWithPasskey, offersPasskeys, passkeyErrorText } from '../../state/passkeys.ts';
import { useInterruption, useRefreshSession, useSession } from '../../state/session.ts';
import { showToast } from '../../state/toasts.ts';
import styles from './Team.module.css';

const PASSKEYS = ['passkeys'] as const;

type Shown =
  | { readonly kind: 'add'; readonly host: string }
  | { readonly kind: 'rename' | 'remove'; readonly passkey: OperatorPasskey };

/** The operator's passkeys. */
export function Passkeys() {
  const { passkeys, common } = useMessages();
  const { data: session } = useSession();
  const interruption = useInterruption();
  const [shown, setShown] = useState<Shown>();
  const { data, error, refetch } = useQuery({ queryKey: PASSKEYS, queryFn: () => call<OperatorPasskeys>('GET', 'passkeys') });
  const host = session?.operator.passkeyHost;
  if (data === undefined)
    return error === null ? <Skeleton label={common.loading()} /> : <ErrorScreen error={error} onRetry={() => void refetch()} />;
  const canAdd = host !== undefined && offersPasskeys();
  const close = (): void => setShown(undefined);
  return (
    <Card
      title={passkeys.title()}
      trailing={
        canAdd && (
          <Button size="small" icon="plus" onPress={() => setShown({ kind: 'add', host })}>
            {passkeys.add()}
          </Button>
        )
      }
    >
      <List>
        {data.passkeys.length === 0 && (
          <li>
            <div>
              <p>{canAdd ? passkeys.none() : passkeys.unavailable()}</p>
            </div>
          </li>
        )}
        {data.passkeys.map((passkey) => (
          <PasskeyRow key={passkey.id} passkey={passkey} host={host} onShow={setShown} />
        ))}
      </List>
      {/* One dialog at a time: the question for the password goes first. */}
      {shown !== undefined && <PasskeyDialog shown={shown} isHidden={interruption !== undefined} onClose={close} />}
    </Card>
  );
}

function PasskeyRow({
  passkey,
  host,
  onShow,
}: {
  readonly passkey: OperatorPasskey;
  readonly host: string | undefined;
  readonly onShow: (shown: Shown) => void;
}) {
  const { passkeys } = useMessages();
  const ago = useAgo();
  const { moment } = useFormats();
  const { name, createdAt, usedAt } = passkey;
  const added = moment(createdAt);
  const facts = usedAt === undefined ? passkeys.unused({ added }) : passkeys.facts({ added, used: ago(usedAt) });
  return (
    <li>
      <Icon name={/phone|android|ipad/i.test(name) ? 'phone' : 'fingerprint'} />
      <div>
        {name}
        <p>
          {facts}
          {passkey.host !== host && ` · ${passkeys.forHost({ host: passkey.host })}`}
        </p>
      </div>
      <IconButton icon="pencil" label={passkeys.rename({ name })} onPress={() => onShow({ kind: 'rename', passkey })} />
      <IconButton icon="trash" label={passkeys.remove({ name })} onPress={() => onShow({ kind: 'remove', passkey })} />
    </li>
  );
}

interface DialogProps {
  readonly shown: Shown;
  readonly isHidden: boolean;
  readonly onClose: () => void;
}

/** What the dialog does, and the words that follow. */
function usePasskeyChange({ shown, onClose }: Omit<DialogProps, 'isHidden'>, name: string) {
  const messages = useMessages();
  const { passkeys } = messages;
  const client = useQueryClient();
  const refresh = useRefreshSession();
  return useMutation({
    mutationFn: async (): Promise<string> => {
      if (shown.kind === 'add') {
        const request: NewPasskey = { name, answer: await answerWithPasskey('passkeys/options') };
        await call<OperatorPasskey>('POST', 'passkeys', request);
        return passkeys.added({ name });
      }
      const path = `passkeys/${encodeURIComponent(shown.passkey.id)}`;
      if (shown.kind === 'remove') {
        await call('DELETE', path);
        return passkeys.removed({ name: shown.passkey.name });
      }
      await call('PUT', path, { name } satisfies PasskeyName);
      return '';
    },
    onSuccess: async (toast) => {
      await client.invalidateQueries({ queryKey: PASSKEYS });
      void refresh();
      if (toast !== '') showToast(toast);
      onClose();
    },
  });
}

function PasskeyDialog({ shown, isHidden, onClose }: DialogProps) {
  const messages = useMessages();
  const { passkeys, signIn, common } = messages;
  const [name, setName] = useState(shown.kind === 'add' ? systemName() : shown.passkey.name);
  const change = usePasskeyChange({ shown, onClose }, name.trim());
  if (isHidden) return null;
  const error = change.error === null ? undefined : passkeyErrorText(change.error, messages);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!change.isPending) change.mutate();
  };
  const titles = { add: passkeys.add(), rename: passkeys.renameTitle() };
  if (shown.kind === 'remove')
    return (
      <Dialog title={passkeys.removeTitle({ name: shown.passkey.name })} onClose={onClose}>
        <div className={styles['dialogForm']}>
          <p>{passkeys.removeText()}</p>
          {error !== undefined && <Note mood="bad" title={<span role="alert">{error}</span>} />}
          <Button isDanger isBusy={change.isPending} onPress={() => change.mutate()}>
            {passkeys.removeIt()}
          </Button>
          <Button look="ghost" onPress={onClose}>
            {common.cancel()}
          </Button>
        </div>
      </Dialog>
    );
  return (
    <Dialog title={titles[shown.kind]} onClose={onClose}>
      <form className={styles['dialogForm']} onSubmit={submit} noValidate>
        {error !== undefined && <Note mood="bad" title={<span role="alert">{error}</span>} />}
        <TextField
          label={passkeys.name()}
          hint={shown.kind === 'add' ? passkeys.nameHint({ host: shown.host }) : undefined}
          value={name}
          onChange={setName}
          maxLength={60}
          autoFocus
        />
        <Button type="submit" look="solid" isBusy={change.isPending} isDisabled={name.trim() === ''}>
          {shown.kind === 'add' ? signIn.confirm() : passkeys.save()}
        </Button>
      </form>
    </Dialog>
  );
}

/** The system of this browser, as a first name for its passkey; empty if it is not well known. */
function systemName(): string {
  const systems = ['iPhone', 'iPad', 'Android', 'Windows', 'Macintosh', 'Linux'];
  const found = systems.find((system) => navigator.userAgent.includes(system)) ?? '';
  return found === 'Macintosh' ? 'Mac' : found;
}
