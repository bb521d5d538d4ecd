import { useMutation } from '@tanstack/react-query';
import { field, text } from '@marquee/api/json.ts';
import { type FormEvent, useState } from 'react';
import type { LostCard, LoyaltyRecord } from '@marquee/api/editor.gen.ts';
import { Button } from '../../parts/Button.tsx';
import { TextField } from '../../parts/Field.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Dialog } from '../../parts/Overlay.tsx';
import { Card, List } from '../../parts/Surface.tsx';
import { call } from '../../state/api/client.ts';
import { useOpenSite } from '../../state/drafts.ts';
import { errorText } from '../../state/errors.ts';
import { useRefresh } from '../../state/members/queries.ts';
import type { Member } from '../../state/members/records.ts';
import { useFormats, useMessages } from '../../state/messages.ts';
import { showToast } from '../../state/toasts.ts';
import { Confirm } from './Actions.tsx';
import styles from './Members.module.css';

/** The cards of a member: one can be added, and a lost one replaced. */
export function Cards({
  member,
  cards,
  canChange,
}: {
  readonly member: Member;
  readonly cards: readonly LoyaltyRecord[];
  readonly canChange: boolean;
}) {
  const messages = useMessages();
  const { members: words } = messages;
  const { site } = useOpenSite();
  const refresh = useRefresh();
  const [isAdding, setAdding] = useState(false);
  const [lost, setLost] = useState<string>();
  const replace = useMutation({
    mutationFn: (code: string) =>
      call<LoyaltyRecord>('POST', `${site.key}/members/${encodeURIComponent(member.id)}/lost-card`, { code } satisfies LostCard),
    onSuccess: (card) => showToast(words.replaced({ code: text(field(card, 'code')) })),
    onError: (error) => showToast(errorText(error, messages)),
    onSettled() {
      setLost(undefined);
      refresh();
    },
  });
  return (
    <Card
      title={words.cards()}
      trailing={
        canChange && (
          <Button size="small" look="ghost" onPress={() => setAdding(true)}>
            {words.addCard()}
          </Button>
        )
      }
    >
      {cards.length === 0 && <p className={styles['quiet']}>{words.noCards()}</p>}
      <List>
        {cards.map((card) => (
          <CardRow key={text(field(card, 'code'))} card={card} canChange={canChange} onReplace={setLost} />
        ))}
      </List>
      {isAdding && <AddCard member={member} onClose={() => setAdding(false)} />}
      {lost !== undefined && (
        <Confirm
          title={words.replaceTitle({ code: lost })}
          text={words.replaceText()}
          action={words.replace()}
          isBusy={replace.isPending}
          onConfirm={() => replace.mutate(lost)}
          onClose={() => setLost(undefined)}
        />
      )}
    </Card>
  );
}

function CardRow({
  card,
  canChange,
  onReplace,
}: {
  readonly card: LoyaltyRecord;
  readonly canChange: boolean;
  readonly onReplace: (code: string) => void;
}) {
  const { members: words } = useMessages();
  const { fullDay } = useFormats();
  const statuses: Readonly<Record<string, () => string>> = words.cardStatuses;
  const code = text(field(card, 'code'));
  const status = text(field(card, 'status'));
  const issued = text(field(card, 'issuedAt'));
  const notes = [
    statuses[status]?.() ?? status,
    field(card, 'isPrimary') === true ? words.primary() : '',
    issued === '' ? '' : fullDay(issued),
  ];
  return (
    <li>
      <Icon name="card" />
      <div className={styles['row']}>
        <b>{code}</b>
        <p>{notes.filter((note) => note !== '').join(' · ')}</p>
      </div>
      {canChange && status === 'ACTIVE' && (
        <Button size="small" aria-label={words.replaceName({ code } satisfies LostCard)} onPress={() => onReplace(code)}>
          {words.replace()}
        </Button>
      )}
    </li>
  );
}

function AddCard({ member, onClose }: { readonly member: Member; readonly onClose: () => void }) {
  const messages = useMessages();
  const { members: words, common } = messages;
  const { site } = useOpenSite();
  const refresh = useRefresh();
  const [code, setCode] = useState('');
  const add = useMutation({
    mutationFn: () => call('PUT', `${site.key}/records/members/${encodeURIComponent(member.id)}`, { cardCode: code.trim() }),
    onSuccess() {
      showToast(words.cardAdded({ code: code.trim().toUpperCase() }));
      refresh();
      onClose();
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (code.trim() !== '') add.mutate();
  };
  return (
    <Dialog
      title={words.addCard()}
      onClose={onClose}
      foot={
        <>
          <Button onPress={onClose}>{common.cancel()}</Button>
          <Button type="submit" form="add-card" look="solid" isBusy={add.isPending} isDisabled={code.trim() === ''}>
            {words.addCard()}
          </Button>
        </>
      }
    >
      <form id="add-card" className={styles['dialog']} onSubmit={submit} noValidate>
        <TextField
          label={words.cardNumber()}
          value={code}
          onChange={setCode}
          autoComplete="off"
          maxLength={100}
          autoFocus
          error={add.error === null ? undefined : errorText(add.error, messages)}
        />
      </form>
    </Dialog>
  );
}
