import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { EditorFeed } from '@marquee/api/editor.gen.ts';
import { Button } from '../../parts/Button.tsx';
import { Dialog } from '../../parts/Overlay.tsx';
import { useOpenSite } from '../../state/drafts.ts';
import { errorText } from '../../state/errors.ts';
import { turnPushOff, turnPushOn } from '../../state/feeds/queries.ts';
import { useMessages } from '../../state/messages.ts';
import { CopyValue } from './CopyValue.tsx';
import styles from './Feeds.module.css';
import { useWhen } from './words.tsx';

/** Lets a system push its schedule: its address and, once, the secret that signs its messages. */
export function PushDialog({ feed, onClose }: { readonly feed: EditorFeed; readonly onClose: () => void }) {
  const messages = useMessages();
  const { feeds: words, common } = messages;
  const { site } = useOpenSite();
  const client = useQueryClient();
  const when = useWhen();
  const { id, name, push } = feed;
  const onSettled = () => client.invalidateQueries();
  const on = useMutation({ mutationFn: () => turnPushOn(site.key, id), onSettled });
  const off = useMutation({ mutationFn: () => turnPushOff(site.key, id), onSuccess: () => on.reset(), onSettled });
  const error = on.error ?? off.error;
  const isBusy = on.isPending || off.isPending;
  const secret = push === undefined ? undefined : on.data?.secret;
  const [asked, setAsked] = useState<'replace' | 'off'>();
  if (asked !== undefined)
    return (
      <Question
        title={asked === 'off' ? words.pushOff() : words.pushReplace()}
        isDanger={asked === 'off'}
        onConfirm={() => {
          (asked === 'off' ? off : on).mutate();
          setAsked(undefined);
        }}
        onClose={() => setAsked(undefined)}
      >
        {asked === 'off' ? words.pushOffText({ name }) : words.pushReplaceText()}
      </Question>
    );
  return (
    <Dialog
      title={words.pushTitle({ name })}
      onClose={onClose}
      foot={
        <>
          {push !== undefined && (
            <Button isDanger isBusy={isBusy} onPress={() => setAsked('off')}>
              {words.pushOff()}
            </Button>
          )}
          {secret === undefined && (
            <Button
              {...(push === undefined && { look: 'solid' as const })}
              isBusy={isBusy}
              onPress={() => (push === undefined ? on.mutate() : setAsked('replace'))}
            >
              {push === undefined ? words.pushOn() : words.pushReplace()}
            </Button>
          )}
          <Button onPress={onClose}>{common.close()}</Button>
        </>
      }
    >
      <p>{words.pushText({ name })}</p>
      {push !== undefined && (
        <dl className={styles['push']}>
          <CopyValue label={words.pushAddress()} value={`${site.origin}${push.path}`} />
          {secret === undefined ? null : <CopyValue label={words.pushSecret()} value={secret} hint={words.pushOnce()} />}
        </dl>
      )}
      {push !== undefined && secret === undefined && (
        <p>{push.lastMessage === undefined ? words.pushNone() : words.pushLast({ time: when(push.lastMessage) })}</p>
      )}
      <p className={styles['fine']}>{words.pushHow()}</p>
      {error !== null && <p role="alert">{errorText(error, messages)}</p>}
    </Dialog>
  );
}

/** Asks before what a system that pushes notices at once. */
function Question({
  title,
  isDanger,
  onConfirm,
  onClose,
  children,
}: {
  readonly title: string;
  readonly isDanger: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const { common } = useMessages();
  return (
    <Dialog
      title={title}
      onClose={onClose}
      foot={
        <>
          <Button onPress={onClose}>{common.cancel()}</Button>
          <Button {...(isDanger ? { isDanger } : { look: 'solid' as const })} onPress={onConfirm}>
            {title}
          </Button>
        </>
      }
    >
      <p>{children}</p>
    </Dialog>
  );
}
