import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { EditorWebhook } from '@marquee/api/editor.gen.ts';
import { useState } from 'react';
import { Button, IconButton } from '../../parts/Button.tsx';
import { Menu, type MenuEntry } from '../../parts/Overlay.tsx';
import { Card, Empty, List, Tag } from '../../parts/Surface.tsx';
import { useOpenSite } from '../../state/drafts.ts';
import { errorText } from '../../state/errors.ts';
import { useMessages } from '../../state/messages.ts';
import { can } from '../../state/roles.ts';
import { showToast } from '../../state/toasts.ts';
import { failureOf, hostOf, switchWebhook, testWebhook, useWebhooks } from '../../state/webhooks.ts';
import { AddWebhook, RemoveWebhook, ReplaceSecret, WebhookLog } from './WebhookDialogs.tsx';
import { useWhen } from './words.tsx';

type Opened = { readonly kind: 'add' } | { readonly kind: 'messages' | 'secret' | 'remove'; readonly webhook: EditorWebhook };

/** The programs that are told when the program of the site changes (decision 0073). */
export function Webhooks() {
  const messages = useMessages();
  const { webhooks: words } = messages;
  const { site } = useOpenSite();
  const { data, error } = useWebhooks();
  const [opened, setOpened] = useState<Opened>();
  const close = (): void => setOpened(undefined);
  if (data === undefined && error === null) return null;
  if (data === undefined)
    return (
      <Card title={words.title()}>
        <Empty title={errorText(error, messages)} />
      </Card>
    );
  return (
    <Card
      title={words.title()}
      trailing={
        can(site, 'editSettings') && (
          <Button size="small" icon="plus" onPress={() => setOpened({ kind: 'add' })}>
            {words.add()}
          </Button>
        )
      }
    >
      {data.webhooks.length === 0 ? (
        <Empty title={words.none()}>{words.lead()}</Empty>
      ) : (
        <List>
          {data.webhooks.map((webhook) => (
            <Row key={webhook.id} webhook={webhook} onOpen={(kind) => setOpened({ kind, webhook })} />
          ))}
        </List>
      )}
      {opened?.kind === 'add' && <AddWebhook onClose={close} />}
      {opened?.kind === 'messages' && <WebhookLog webhook={opened.webhook} onClose={close} />}
      {opened?.kind === 'secret' && <ReplaceSecret webhook={opened.webhook} onClose={close} />}
      {opened?.kind === 'remove' && <RemoveWebhook webhook={opened.webhook} onClose={close} />}
    </Card>
  );
}

function Row({
  webhook,
  onOpen,
}: {
  readonly webhook: EditorWebhook;
  readonly onOpen: (kind: 'messages' | 'secret' | 'remove') => void;
}) {
  const messages = useMessages();
  const { webhooks: words, feeds } = messages;
  const { site } = useOpenSite();
  const client = useQueryClient();
  const onError = (error: Error): void => showToast(errorText(error, messages));
  const onSettled = () => client.invalidateQueries({ queryKey: ['webhooks'] });
  const test = useMutation({
    mutationFn: () => testWebhook(site.key, webhook),
    onSuccess: () => showToast(words.tested()),
    onError,
    onSettled,
  });
  const toggle = useMutation({ mutationFn: () => switchWebhook(site.key, webhook, !webhook.isOn), onError, onSettled });
  const host = hostOf(webhook.address);
  const log: MenuEntry = { id: 'messages', label: words.messages(), icon: 'history', onAction: () => onOpen('messages') };
  const tests: readonly MenuEntry[] = [{ id: 'test', label: words.test(), icon: 'refresh', onAction: () => test.mutate() }];
  const edits: readonly MenuEntry[] = [
    { id: 'toggle', label: webhook.isOn ? feeds.switchOff() : feeds.switchOn(), icon: 'feed', onAction: () => toggle.mutate() },
    { id: 'secret', label: words.replaceSecret(), icon: 'key', onAction: () => onOpen('secret') },
    { id: 'remove', label: feeds.remove(), icon: 'trash', onAction: () => onOpen('remove') },
  ];
  const entries = can(site, 'editSettings') ? [log, ...(webhook.isOn ? tests : []), ...edits] : [log];
  return (
    <li>
      <div>
        <b>{host}</b>
        <p>
          <State webhook={webhook} />
        </p>
      </div>
      {webhook.failed > 0 && <Tag mood="warn">{words.failed({ count: webhook.failed })}</Tag>}
      {!webhook.isOn && <Tag>{words.off()}</Tag>}
      <Menu
        label={words.actions({ host })}
        trigger={<IconButton icon="more" label={words.actions({ host })} />}
        entries={entries}
      />
    </li>
  );
}

/** What has become of the last message. */
function State({ webhook: { last } }: { readonly webhook: EditorWebhook }) {
  const { webhooks: words } = useMessages();
  const when = useWhen();
  if (last === undefined) return words.noMessage();
  const { state, at, nextAt } = last;
  const reason = failureOf(last, words);
  if (state === 'delivered') return words.accepted({ time: when(at) });
  if (state === 'failed') return words.notAccepted({ reason });
  return reason === '' || nextAt === undefined ? words.sending() : words.retried({ reason, time: when(nextAt) });
}
