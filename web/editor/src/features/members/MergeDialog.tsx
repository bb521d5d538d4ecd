import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { MergePreviewResponse, MergeRequest } from '@marquee/api/editor.gen.ts';
import { Button } from '../../parts/Button.tsx';
import { ErrorScreen } from '../../parts/ErrorScreen.tsx';
import { SearchField } from '../../parts/Field.tsx';
import { Dialog } from '../../parts/Overlay.tsx';
import { List, Quiet, Skeleton } from '../../parts/Surface.tsx';
import { call } from '../../state/api/client.ts';
import { useOpenSite } from '../../state/drafts.ts';
import { errorText } from '../../state/errors.ts';
import { useMemberSearch, usePaused, useRecords, useRefresh } from '../../state/members/queries.ts';
import { type Member, levelName, memberOf } from '../../state/members/records.ts';
import { useFormats, useMessages } from '../../state/messages.ts';
import { showToast } from '../../state/toasts.ts';
import styles from './Members.module.css';

/** Finds another account of the same person, shows what will be kept, and merges it into this one. */
export function MergeDialog({ member, onClose }: { readonly member: Member; readonly onClose: () => void }) {
  const [closed, setClosed] = useState<Member>();
  return closed === undefined ? (
    <Choice member={member} onChoose={setClosed} onClose={onClose} />
  ) : (
    <Preview member={member} closed={closed} onClose={onClose} />
  );
}

function Choice({
  member,
  onChoose,
  onClose,
}: {
  readonly member: Member;
  readonly onChoose: (closed: Member) => void;
  readonly onClose: () => void;
}) {
  const { members: words, common, fields } = useMessages();
  const [typed, setTyped] = useState(member.name);
  const { data } = useMemberSearch(usePaused(typed));
  const others = (data?.items ?? []).map(memberOf).filter(({ id }) => id !== member.id);
  return (
    <Dialog
      title={words.merge.title({ name: member.name })}
      onClose={onClose}
      foot={<Button onPress={onClose}>{common.cancel()}</Button>}
    >
      <div className={styles['dialog']}>
        <p>{words.merge.choose()}</p>
        <SearchField label={words.merge.search()} value={typed} onChange={setTyped} />
        {data !== undefined && others.length === 0 && <Quiet>{words.merge.none()}</Quiet>}
        <List>
          {others.map((other) => (
            <li key={other.id}>
              <div className={styles['row']}>
                <b>{other.name}</b>
                <p>{[other.email, other.cardCode].filter((text) => text !== '').join(' · ')}</p>
              </div>
              <Button
                size="small"
                aria-label={words.merge.select({ name: other.email === '' ? other.name : other.email })}
                onPress={() => onChoose(other)}
              >
                {fields.choose()}
              </Button>
            </li>
          ))}
        </List>
      </div>
    </Dialog>
  );
}

function Preview({ member, closed, onClose }: { readonly member: Member; readonly closed: Member; readonly onClose: () => void }) {
  const messages = useMessages();
  const { members: words, common } = messages;
  const { site } = useOpenSite();
  const refresh = useRefresh();
  const path = `${site.key}/members/${encodeURIComponent(member.id)}/merge`;
  const preview = useQuery({
    queryKey: ['member', site.key, member.id, 'merge', closed.id],
    queryFn: () => call<MergePreviewResponse>('GET', `${path}?member=${encodeURIComponent(closed.id)}`),
    gcTime: 0,
  });
  const merge = useMutation({
    mutationFn: () => call('POST', path, { memberId: closed.id } satisfies MergeRequest),
    onSuccess: () => showToast(words.merge.done({ name: member.name })),
    onError: (error) => showToast(errorText(error, messages)),
    onSettled() {
      refresh();
      onClose();
    },
  });
  return (
    <Dialog
      title={words.merge.title({ name: member.name })}
      onClose={onClose}
      foot={
        <>
          <Button onPress={onClose}>{common.cancel()}</Button>
          <Button look="solid" isBusy={merge.isPending} isDisabled={preview.data === undefined} onPress={() => merge.mutate()}>
            {words.merge.confirm()}
          </Button>
        </>
      }
    >
      <div className={styles['dialog']}>
        {preview.error !== null && <ErrorScreen error={preview.error} onRetry={() => void preview.refetch()} />}
        {preview.isPending && <Skeleton label={common.loading()} />}
        {preview.data !== undefined && <Kept preview={preview.data} />}
        <p>{words.merge.warning({ account: closed.email === '' ? closed.name : closed.email })}</p>
      </div>
    </Dialog>
  );
}

/** What the kept account has afterwards. */
function Kept({ preview }: { readonly preview: MergePreviewResponse }) {
  const { members: words } = useMessages();
  const { number, list } = useFormats();
  const { data: levels } = useRecords('levels');
  const names: Readonly<Record<string, () => string>> = words.fields;
  const { orders, cards, favorites, notes, filled } = preview;
  const rows = [
    { name: words.fields.email(), value: memberOf(preview.kept).email || memberOf(preview.closed).email || '–' },
    { name: words.points(), value: number(preview.points) },
    { name: words.level(), value: levelName(levels?.items ?? [], preview.levelId) || words.noLevel() },
    { name: words.merge.moved(), value: words.merge.counts({ orders, cards, favorites, notes }) },
    ...(filled.length === 0 ? [] : [{ name: words.merge.filled(), value: list(filled.map((name) => names[name]?.() ?? name)) }]),
  ];
  return (
    <dl className={styles['merge']}>
      {rows.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
