import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Button, IconButton } from '../../parts/Button.tsx';
import { RadioCards, Select } from '../../parts/Choice.tsx';
import { ErrorScreen } from '../../parts/ErrorScreen.tsx';
import { TextField } from '../../parts/Field.tsx';
import { Card, Empty, Skeleton, Stack, Table, VisuallyHidden } from '../../parts/Surface.tsx';
import { call } from '../../state/api/client.ts';
import type { EditorKeyScope, EditorKeys, KeySecret, NewKey } from '@marquee/api/editor.gen.ts';
import { useAgo, useReadClock } from '../../state/clock.ts';
import { errorText } from '../../state/errors.ts';
import { useOpenSite } from '../../state/drafts.ts';
import { useFormats, useMessages } from '../../state/messages.ts';
import { showToast } from '../../state/toasts.ts';
import { useCopy } from '../../state/use-copy.ts';
import styles from './Team.module.css';

const DAY = 24 * 60 * 60 * 1000;
const SCOPES: readonly EditorKeyScope[] = ['till', 'operator'];
/** Days after which a new key expires; `never` for none. */
const LIVES = ['30', '365', 'never'] as const;

/** The API keys of other programs, and a form for a new one. */
export function Keys() {
  const messages = useMessages();
  const { apiKeys: keys, common, team } = messages;
  const { day } = useFormats();
  const ago = useAgo();
  const { site } = useOpenSite();
  const client = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: ['keys', site.key],
    queryFn: () => call<EditorKeys>('GET', `${site.key}/keys`),
  });
  const remove = useMutation({
    mutationFn: (name: string) => call('DELETE', `${site.key}/keys/${encodeURIComponent(name)}`),
    onSuccess: (_, name) => showToast(keys.removed({ name })),
    onError: (failure) => showToast(errorText(failure, messages)),
    onSettled: () => client.invalidateQueries({ queryKey: ['keys'] }),
  });
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
                  <tr key={key.name}>
                    <th scope="row">{key.name}</th>
                    <td data-label={keys.scope()}>{keys.scopes[key.scope]()}</td>
                    <td data-label={keys.expires()}>{key.expiresAt === undefined ? team.never() : day(key.expiresAt)}</td>
                    <td data-label={keys.used()}>{key.usedAt === undefined ? team.never() : ago(key.usedAt)}</td>
                    <td>
                      <IconButton
                        icon="trash"
                        label={keys.remove({ name: key.name })}
                        onPress={() => remove.mutate(key.name)}
                        isDisabled={remove.isPending}
                      />
                    </td>
                  </tr>
                ))}
              </tbody>
            </Table>
          )}
        </Card>
      </Stack>
      <CreateKey />
    </div>
  );
}

/** A form for a new key, whose secret is shown once. */
function CreateKey() {
  const messages = useMessages();
  const { apiKeys: keys, common } = messages;
  const { site } = useOpenSite();
  const client = useQueryClient();
  const readClock = useReadClock();
  const [name, setName] = useState('');
  const [scope, setScope] = useState<EditorKeyScope>('till');
  const [life, setLife] = useState<(typeof LIVES)[number]>('365');
  const create = useMutation({
    mutationFn() {
      const expiresAt = life === 'never' ? {} : { expiresAt: new Date(readClock() + Number(life) * DAY).toISOString() };
      return call<KeySecret>('POST', `${site.key}/keys`, { name: name.trim(), scope, ...expiresAt } satisfies NewKey);
    },
    onSuccess() {
      setName('');
      void client.invalidateQueries({ queryKey: ['keys'] });
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    create.mutate();
  };
  const secret = create.data?.key;
  const copy = useCopy();
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
        {secret !== undefined && (
          <>
            <output className={styles['secret']}>{secret}</output>
            <Button icon="copy" onPress={() => copy(secret)}>
              {common.copy()}
            </Button>
          </>
        )}
      </form>
    </Card>
  );
}
