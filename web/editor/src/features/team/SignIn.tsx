import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../parts/Button.tsx';
import { ErrorScreen } from '../../parts/ErrorScreen.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Dialog } from '../../parts/Overlay.tsx';
import { Skeleton, Card, List, Stack, Tag } from '../../parts/Surface.tsx';
import { AuthenticatorSetup, RecoveryCodeList } from '../../parts/TwoFactor.tsx';
import { call } from '../../state/api/client.ts';
import type { OperatorAccount, OperatorSession, OperatorSessions, RecoveryCodes } from '@marquee/api/editor.gen.ts';
import { useAgo } from '../../state/clock.ts';
import { errorText } from '../../state/errors.ts';
import { useFormats, useMessages } from '../../state/messages.ts';
import { useInterruption, useRefreshSession, useSession } from '../../state/session.ts';
import { showToast } from '../../state/toasts.ts';
import { OwnAccount } from './OwnAccount.tsx';
import { Passkeys } from './Passkeys.tsx';
import { PasswordCard } from './PasswordCard.tsx';
import styles from './Team.module.css';

/** The operator's own account and sign-in: name and address, passkeys, authenticator app and recovery codes, password, and where they are signed in. */
export const SignIn = () => (
  <div className={styles['two']}>
    <Stack>
      <OwnAccount />
      <Passkeys />
      <TwoFactor />
      <PasswordCard />
    </Stack>
    <Sessions />
  </div>
);

type Shown = { readonly kind: 'setup' } | { readonly kind: 'codes'; readonly codes: readonly string[] };

function TwoFactor() {
  const { common } = useMessages();
  const { data } = useSession();
  const refresh = useRefreshSession();
  const [shown, setShown] = useState<Shown>();
  const close = (): void => {
    setShown(undefined);
    void refresh();
  };
  if (data === undefined || data === null) return <Skeleton label={common.loading()} />;
  // Codes go with a password.
  if (!data.operator.hasPassword) return null;
  return (
    <>
      <TwoFactorCard account={data.operator} onShow={setShown} />
      <TwoFactorDialog shown={shown} onShow={setShown} onClose={close} />
    </>
  );
}

interface DialogProps {
  readonly shown: Shown | undefined;
  readonly onShow: (shown: Shown) => void;
  readonly onClose: () => void;
}

function TwoFactorDialog({ shown, onShow, onClose }: DialogProps) {
  const { twoFactor } = useMessages();
  const interruption = useInterruption();
  // One dialog at a time: the password goes first.
  if (shown === undefined || interruption !== undefined) return null;
  return (
    <Dialog title={shown.kind === 'setup' ? twoFactor.setUpTitle() : twoFactor.codesTitle()} onClose={onClose}>
      {shown.kind === 'setup' ? (
        <AuthenticatorSetup onCodes={(codes) => onShow({ kind: 'codes', codes })} />
      ) : (
        <RecoveryCodeList codes={shown.codes} onDone={onClose} />
      )}
    </Dialog>
  );
}

function TwoFactorCard({ account, onShow }: { readonly account: OperatorAccount; readonly onShow: (shown: Shown) => void }) {
  const messages = useMessages();
  const { twoFactor } = messages;
  const refresh = useRefreshSession();
  const { hasTotp, recoveryCodes } = account;
  const onError = (error: unknown): void => showToast(errorText(error, messages));
  const newCodes = useMutation({
    mutationFn: () => call<RecoveryCodes>('POST', 'recovery-codes'),
    onSuccess: ({ codes }) => onShow({ kind: 'codes', codes }),
    onError,
  });
  const turnOff = useMutation({
    mutationFn: () => call('DELETE', 'totp'),
    onSuccess: async () => {
      await refresh();
      showToast(twoFactor.off());
    },
    onError,
  });
  const state = hasTotp ? (
    <Tag mood="ok" icon="check">
      {twoFactor.isOn()}
    </Tag>
  ) : (
    <Tag mood="warn">{twoFactor.isOff()}</Tag>
  );
  return (
    <Card title={twoFactor.title()} trailing={state}>
      <List>
        <li>
          <div>
            {twoFactor.app()}
            <p>{hasTotp ? twoFactor.appOn() : twoFactor.appOff()}</p>
          </div>
          <Button size="small" onPress={() => onShow({ kind: 'setup' })}>
            {hasTotp ? twoFactor.replace() : twoFactor.setUp()}
          </Button>
          {hasTotp && (
            <Button size="small" isBusy={turnOff.isPending} onPress={() => turnOff.mutate()}>
              {twoFactor.turnOff()}
            </Button>
          )}
        </li>
        {hasTotp && (
          <li>
            <div>
              {twoFactor.codesTitle()}
              <p>{twoFactor.codesLeft({ count: recoveryCodes })}</p>
            </div>
            <Button size="small" isBusy={newCodes.isPending} onPress={() => newCodes.mutate()}>
              {twoFactor.newCodes()}
            </Button>
          </li>
        )}
      </List>
    </Card>
  );
}

function Sessions() {
  const messages = useMessages();
  const { team, common } = messages;
  const client = useQueryClient();
  const { data, error, refetch } = useQuery({ queryKey: ['sessions'], queryFn: () => call<OperatorSessions>('GET', 'sessions') });
  const end = useMutation({
    mutationFn: (id: string | undefined) => call('DELETE', id === undefined ? 'sessions' : `sessions/${encodeURIComponent(id)}`),
    onSuccess: () => showToast(team.signedOut()),
    onError: (failure) => showToast(errorText(failure, messages)),
    onSettled: () => client.invalidateQueries({ queryKey: ['sessions'] }),
  });
  if (data === undefined)
    return error === null ? <Skeleton label={common.loading()} /> : <ErrorScreen error={error} onRetry={() => void refetch()} />;
  return (
    <Card
      title={team.sessions()}
      trailing={
        data.sessions.length > 1 && (
          <Button look="ghost" isBusy={end.isPending} onPress={() => end.mutate(undefined)}>
            {team.signOutOthers()}
          </Button>
        )
      }
    >
      <List>
        {data.sessions.map((session) => (
          <SessionRow key={session.id} session={session} onEnd={() => end.mutate(session.id)} />
        ))}
      </List>
    </Card>
  );
}

function SessionRow({ session, onEnd }: { readonly session: OperatorSession; readonly onEnd: () => void }) {
  const { team, nav } = useMessages();
  const { moment } = useFormats();
  const ago = useAgo();
  return (
    <li>
      <Icon name={/iPhone|Android|iPad/.test(session.device) ? 'phone' : 'laptop'} />
      <div>
        {session.device}
        <p>
          {team.since({ moment: moment(session.createdAt) })} · {session.isCurrent ? team.thisSession() : ago(session.seenAt)}
          {session.passkey !== undefined && ` · ${team.withPasskey({ name: session.passkey })}`}
        </p>
      </div>
      {session.isCurrent ? (
        <Tag mood="ok">{team.now()}</Tag>
      ) : (
        <Button size="small" onPress={onEnd}>
          {nav.signOut()}
        </Button>
      )}
    </li>
  );
}
