import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Button, IconButton } from '../../parts/Button.tsx';
import { RadioCards, Select } from '../../parts/Choice.tsx';
import { ErrorScreen } from '../../parts/ErrorScreen.tsx';
import { TextField } from '../../parts/Field.tsx';
import { Card, Empty, Skeleton, Stack, Table, VisuallyHidden } from '../../parts/Surface.tsx';
import { call } from '../../state/api/client.ts';
import type { EditorKey, EditorKeyScope, EditorKeys, KeySecret, NewKey } from '@marquee/api/editor.gen.ts';
import { useAgo, useReadClock } from '../../state/clock.ts';
import { errorText } from '../../state/errors.ts';
import { useOpenSite } from '../../state/drafts.ts';
import { parsePointsLimit } from '../../state/members/points.ts';
import { useFormats, useMessages } from '../../state/messages.ts';
import { DEFAULT_POINTS } from '../../state/permissions.ts';
import { maxKeyPoints } from '../../state/roles.ts';
import { showToast } from '../../state/toasts.ts';
import { useCopy } from '../../state/use-copy.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { PointsField } from './PointsField.tsx';
import styles from './Team.module.css';

const DAY = 24 * 60 * 60 * 1000;
const SCOPES: readonly EditorKeyScope[] = ['till', 'operator'];
/** Days after which a new key expires; `never` for none. */
const LIVES = ['30', '365', 'never'] as const;

/** The API keys of other programs, and a form for a new one. */
export function Keys() {
  const { apiKeys: keys, common, team } = useMessages();
  const { day } = useFormats();
  const ago = useAgo();
  const { site } = useOpenSite();
  const { data, error, refetch } = useQuery({
    queryKey: ['keys', site.key],
    queryFn: () => call<EditorKeys>('GET', `${site.key}/keys`),
  });
  const [revoked, setRevoked] = useState('');
  if (data === undefined)
    return error === null ? <Skeleton label={common.loading()} /> : <ErrorScreen error={error} onRetry={() => void refetch()} />;
  return (
    <div className={styles['columns']}>
      <Stack>
        <Card>
          {data.keys.length === 0 ? (
            <Empty title={keys.none()} />
          ) : (
            <Table label={keys.title()} narrow="rows">
              <thead>
                <tr>
                  <th scope="col">{keys.name()}</th>
                  <th scope="col">{keys.scope()}</th>
                  <th scope="col">{keys.expires()}</th>
                  <th scope="col">{keys.used()}</th>
                  <th scope="col">
                    <VisuallyHidden>{team.actions()}</VisuallyHidden>
                  </th>
                </tr>
              </thead>
              <tbody>
                {data.keys.map((key) => (
                  <tr key={key.name} data-row="">
                    <th scope="row">{key.name}</th>
                    <td data-label={keys.scope()}>
                      {keys.scopes[key.scope]()}
                      <KeyPoints apiKey={key} />
                    </td>
                    <td data-label={keys.expires()}>{key.expiresAt === undefined ? team.never() : day(key.expiresAt)}</td>
                    <td data-label={keys.used()}>{key.usedAt === undefined ? team.never() : ago(key.usedAt)}</td>
                    <td>
                      <IconButton icon="trash" label={keys.remove({ name: key.name })} onPress={() => setRevoked(key.name)} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </Table>
          )}
        </Card>
      </Stack>
      <CreateKey />
      {revoked !== '' && <RevokeKey name={revoked} onClose={() => setRevoked('')} />}
    </div>
  );
}

/** Asks before a key is revoked, which cannot be undone. */
function RevokeKey({ name, onClose }: { readonly name: string; readonly onClose: () => void }) {
  const { apiKeys: keys } = useMessages();
  const { site } = useOpenSite();
  const client = useQueryClient();
  const revoke = useMutation({
    mutationFn: () => call('DELETE', `${site.key}/keys/${encodeURIComponent(name)}`),
    onSuccess: () => showToast(keys.removed({ name })),
    onSettled: () => client.invalidateQueries({ queryKey: ['keys'] }),
  });
  return (
    <ConfirmDialog
      title={keys.revokeTitle({ name })}
      text={keys.revokeText()}
      action={keys.revokeIt()}
      isBusy={revoke.isPending}
      error={revoke.error}
      onConfirm={(onDone) => revoke.mutate(undefined, { onSuccess: onDone })}
      onClose={onClose}
    />
  );
}

/** How many points a key for members' records adjusts. */
function KeyPoints({ apiKey: { scope, pointsLimit } }: { readonly apiKey: EditorKey }) {
  const { team } = useMessages();
  const { number } = useFormats();
  if (scope !== 'operator') return null;
  return <p>{pointsLimit === undefined ? team.adjustsAny() : team.adjustsUpTo({ number: number(pointsLimit) })}</p>;
}

function Secret({ secret }: { readonly secret: string }) {
  const { common } = useMessages();
  const copy = useCopy();
  return (
    <>
      <output className={styles['secret']}>{secret}</output>
      <Button icon="copy" onPress={() => copy(secret)}>
        {common.copy()}
      </Button>
    </>
  );
}

/** A form for a new key, whose secret is shown once. */
function CreateKey() {
  const messages = useMessages();
  const { apiKeys: keys } = messages;
  const { site } = useOpenSite();
  const client = useQueryClient();
  const readClock = useReadClock();
  const [name, setName] = useState('');
  const [scope, setScope] = useState<EditorKeyScope>('till');
  const [points, setPoints] = useState(String(DEFAULT_POINTS));
  const [isChecked, setChecked] = useState(false);
  const pointsLimit = parsePointsLimit(points, maxKeyPoints(site));
  const isWrong = scope === 'operator' && pointsLimit === undefined;
  const [life, setLife] = useState<(typeof LIVES)[number]>('365');
  const create = useMutation({
    mutationFn() {
      const expiresAt = life === 'never' ? {} : { expiresAt: new Date(readClock() + Number(life) * DAY).toISOString() };
      const limit = scope === 'operator' && pointsLimit !== undefined ? { pointsLimit } : {};
      return call<KeySecret>('POST', `${site.key}/keys`, { name: name.trim(), scope, ...expiresAt, ...limit } satisfies NewKey);
    },
    onSuccess() {
      setName('');
      setPoints(String(DEFAULT_POINTS));
      setChecked(false);
      void client.invalidateQueries({ queryKey: ['keys'] });
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setChecked(true);
    if (!isWrong) create.mutate();
  };
  return (
    <Card title={keys.create()}>
      <form className={styles['form']} onSubmit={submit} noValidate>
        <TextField
          label={keys.name()}
          value={name}
          onChange={setName}
          error={create.error === null ? undefined : errorText(create.error, messages)}
        />
        <RadioCards
          label={keys.scope()}
          value={scope}
          options={SCOPES.map((value) => ({ value, label: keys.scopes[value](), hint: keys.hints[value]() }))}
          onChange={setScope}
        />
        {scope === 'operator' && (
          <PointsField typed={points} most={maxKeyPoints(site)} isWrong={isChecked && isWrong} onChange={setPoints} />
        )}
        <Select
          label={keys.expires()}
          value={life}
          options={LIVES.map((value) => ({
            value,
            label: value === 'never' ? keys.noExpiry() : keys.days({ count: Number(value) }),
          }))}
          onChange={setLife}
        />
        <Button type="submit" look="solid" isBusy={create.isPending}>
          {keys.create()}
        </Button>
        <p>{keys.once()}</p>
        {create.data !== undefined && <Secret secret={create.data.key} />}
      </form>
    </Card>
  );
}
