import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { EditorWebhook, WebhookMessage, WebhookProblem } from '@marquee/api/editor.gen.ts';
import { useId, useState } from 'react';
import { Button } from '../../parts/Button.tsx';
import { TextField } from '../../parts/Field.tsx';
import { Dialog } from '../../parts/Overlay.tsx';
import { Empty, List, type Mood, Skeleton, Tag } from '../../parts/Surface.tsx';
import { ApiError } from '../../state/api/client.ts';
import { useOpenSite } from '../../state/drafts.ts';
import { errorText } from '../../state/errors.ts';
import { useMessages } from '../../state/messages.ts';
import { can } from '../../state/roles.ts';
import { showToast } from '../../state/toasts.ts';
import {
  addWebhook,
  failureOf,
  hostOf,
  removeWebhook,
  replaceSecret,
  resendMessage,
  useWebhookMessages,
} from '../../state/webhooks.ts';
import { CopyValue } from './CopyValue.tsx';
import styles from './Feeds.module.css';
import { useWhen } from './words.tsx';

interface Closing {
  readonly onClose: () => void;
}
interface OfWebhook extends Closing {
  readonly webhook: EditorWebhook;
}

function useRefresh(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ['webhooks'] });
}

/** The secret of a webhook, shown once, and how messages are signed. */
function Secret({ secret }: { readonly secret: string }) {
  const { webhooks: words, feeds } = useMessages();
  return (
    <>
      <dl className={styles['push']}>
        <CopyValue label={feeds.pushSecret()} value={secret} hint={feeds.pushOnce()} />
      </dl>
      <p className={styles['fine']}>{words.how()}</p>
    </>
  );
}

/** Asks for an address, then shows the secret that signs the messages to it. */
export function AddWebhook({ onClose }: Closing) {
  const messages = useMessages();
  const { webhooks: words, feeds, common } = messages;
  const { site } = useOpenSite();
  const [address, setAddress] = useState('');
  const add = useMutation({ mutationFn: () => addWebhook(site.key, address.trim()), onSettled: useRefresh() });
  const { error, data } = add;
  const isRefused = error instanceof ApiError && error.status === 422;
  const submit = (): void => {
    if (!add.isPending) add.mutate();
  };
  return (
    <Dialog
      title={words.add()}
      onClose={onClose}
      foot={
        data === undefined ? (
          <>
            <Button onPress={onClose}>{common.cancel()}</Button>
            <Button look="solid" isBusy={add.isPending} onPress={submit}>
              {words.add()}
            </Button>
          </>
        ) : (
          <Button look="solid" onPress={onClose}>
            {common.close()}
          </Button>
        )
      }
    >
      {data === undefined ? (
        <>
          <p>{words.lead()}</p>
          <TextField
            label={feeds.pushAddress()}
            hint={words.addressHint()}
            value={address}
            onChange={setAddress}
            error={isRefused ? words.badAddress() : undefined}
            inputMode="url"
            autoFocus
            onEnter={submit}
          />
          {error !== null && !isRefused && <p role="alert">{errorText(error, messages)}</p>}
        </>
      ) : (
        <Secret secret={data.secret} />
      )}
    </Dialog>
  );
}

/** Replaces the secret after a question, and shows the new one. */
export function ReplaceSecret({ webhook, onClose }: OfWebhook) {
  const messages = useMessages();
  const { webhooks: words, common } = messages;
  const { site } = useOpenSite();
  const replace = useMutation({ mutationFn: () => replaceSecret(site.key, webhook), onSettled: useRefresh() });
  const { error, data } = replace;
  return (
    <Dialog
      title={words.replaceSecret()}
      onClose={onClose}
      foot={
        <>
          <Button onPress={onClose}>{data === undefined ? common.cancel() : common.close()}</Button>
          {data === undefined && (
            <Button look="solid" isBusy={replace.isPending} onPress={() => replace.mutate()}>
              {words.replaceSecret()}
            </Button>
          )}
        </>
      }
    >
      {data === undefined ? <p>{words.replaceText({ host: hostOf(webhook.address) })}</p> : <Secret secret={data.secret} />}
      {error !== null && <p role="alert">{errorText(error, messages)}</p>}
    </Dialog>
  );
}

/** Asks before a webhook is removed, which cannot be undone. */
export function RemoveWebhook({ webhook, onClose }: OfWebhook) {
  const messages = useMessages();
  const { webhooks: words, feeds, common } = messages;
  const { site } = useOpenSite();
  const refresh = useRefresh();
  const remove = useMutation({ mutationFn: () => removeWebhook(site.key, webhook), onSuccess: onClose, onSettled: refresh });
  return (
    <Dialog
      title={feeds.removeTitle({ name: hostOf(webhook.address) })}
      onClose={onClose}
      foot={
        <>
          <Button onPress={onClose}>{common.cancel()}</Button>
          <Button isDanger isBusy={remove.isPending} onPress={() => remove.mutate()}>
            {feeds.remove()}
          </Button>
        </>
      }
    >
      <p>{words.removeText()}</p>
      {remove.error !== null && <p role="alert">{errorText(remove.error, messages)}</p>}
    </Dialog>
  );
}

const MOODS: Readonly<Record<WebhookMessage['state'], Mood | undefined>> = { waiting: 'warn', delivered: 'ok', failed: 'bad' };

/** The messages of the last two weeks. Each can be sent again. */
export function WebhookLog({ webhook, onClose }: OfWebhook) {
  const messages = useMessages();
  const { webhooks: words, common } = messages;
  const { site } = useOpenSite();
  const { data, error, hasNextPage, fetchNextPage } = useWebhookMessages(webhook.id);
  const resend = useMutation({
    mutationFn: (message: WebhookMessage) => resendMessage(site.key, webhook, message),
    onSuccess: () => showToast(words.resent()),
    onError: (failure) => showToast(errorText(failure, messages)),
    onSettled: useRefresh(),
  });
  const listed = data?.pages.flatMap((page) => page.messages);
  const mayResend = can(site, 'editSettings') && webhook.isOn;
  return (
    <Dialog
      title={words.messagesTitle({ host: hostOf(webhook.address) })}
      onClose={onClose}
      foot={<Button onPress={onClose}>{common.close()}</Button>}
    >
      {listed === undefined && error === null && <Skeleton label={common.loading()} />}
      {error !== null && <p role="alert">{errorText(error, messages)}</p>}
      {listed?.length === 0 && <Empty title={words.noMessage()} />}
      {listed !== undefined && listed.length > 0 && (
        <List>
          {listed.map((message) => (
            <Message key={message.id} message={message} {...(mayResend && { onResend: () => resend.mutate(message) })} />
          ))}
        </List>
      )}
      {hasNextPage && <Button onPress={() => void fetchNextPage()}>{words.older()}</Button>}
    </Dialog>
  );
}

/** Problems of which the server says more: which host it is, and why it does not respond. */
const DETAILED: ReadonlySet<WebhookProblem> = new Set(['unreachable', 'internal', 'address']);

function Message({ message, onResend }: { readonly message: WebhookMessage; readonly onResend?: () => void }) {
  const { webhooks: words } = useMessages();
  const when = useWhen();
  const id = useId();
  const button = `${id}-again`;
  const { at, state, attempts, nextAt, problem, error } = message;
  const reason = failureOf(message, words);
  const kind = message.body['type'] === 'test' ? words.kinds.test() : words.kinds.changed();
  const next = nextAt === undefined || reason === '' ? '' : words.next({ time: when(nextAt) });
  return (
    <li>
      <div>
        <b id={id}>
          {kind}, {when(at)}
        </b>
        <p>{[words.attempts({ count: attempts }), reason, next].filter((part) => part !== '').join(' · ')}</p>
        {problem !== undefined && DETAILED.has(problem) && (
          <small lang="en" className={styles['fine']}>
            {error}
          </small>
        )}
      </div>
      <Tag mood={MOODS[state]}>{words.states[state]()}</Tag>
      {onResend !== undefined && (
        <Button id={button} aria-labelledby={`${button} ${id}`} size="small" onPress={onResend}>
          {words.resend()}
        </Button>
      )}
    </li>
  );
}
