import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { Button } from '../../parts/Button.tsx';
import { ErrorScreen } from '../../parts/ErrorScreen.tsx';
import { SearchField } from '../../parts/Field.tsx';
import { Skeleton, Card, Empty, Tag } from '../../parts/Surface.tsx';
import { call, download } from '../../state/api/client.ts';
import type { AuditEntry, AuditPage } from '@marquee/api/editor.gen.ts';
import { actionWords, actorName, areaOf, detailWords } from '../../state/audit.ts';
import { useOpenSite } from '../../state/drafts.ts';
import { errorText } from '../../state/errors.ts';
import { useFormats, useMessages } from '../../state/messages.ts';
import { useScreenNames } from '../../state/screen-names.ts';
import { showToast } from '../../state/toasts.ts';
import styles from './Team.module.css';

/** Who did what and when. */
export function Audit() {
  const messages = useMessages();
  const { team, common } = messages;
  const { site } = useOpenSite();
  const [typed, setTyped] = useState('');
  const query = useDeferredValue(typed.trim());
  const pages = useInfiniteQuery({
    queryKey: ['audit', site.key, query],
    queryFn: ({ pageParam }) => {
      const parameters = new URLSearchParams({
        ...(query === '' ? {} : { q: query }),
        ...(pageParam === 0 ? {} : { before: String(pageParam) }),
      });
      return call<AuditPage>('GET', `${site.key}/audit?${parameters}`);
    },
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
  });
  const save = useMutation({
    mutationFn: () => download(`${site.key}/audit.csv`, 'audit.csv'),
    onError: (error) => showToast(errorText(error, messages)),
  });
  const entries = pages.data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <Card
      title={team.audit()}
      trailing={
        <>
          <div className={styles['search']}>
            <SearchField label={team.findEntry()} value={typed} onChange={setTyped} />
          </div>
          <Button size="small" icon="download" isBusy={save.isPending} onPress={() => save.mutate()}>
            {team.exportCsv()}
          </Button>
        </>
      }
    >
      {pages.isPending && <Skeleton label={common.loading()} />}
      {pages.error !== null && <ErrorScreen error={pages.error} onRetry={() => void pages.refetch()} />}
      {pages.data !== undefined && entries.length === 0 && <Empty title={team.noEntry()} />}
      <ul>
        {entries.map((entry, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- entries have no identity, and are only added at the end
          <Entry key={index} entry={entry} />
        ))}
      </ul>
      {pages.hasNextPage && (
        <div className={styles['more']}>
          <Button onPress={() => void pages.fetchNextPage()} isBusy={pages.isFetchingNextPage}>
            {common.more()}
          </Button>
        </div>
      )}
    </Card>
  );
}

function Entry({ entry }: { readonly entry: AuditEntry }) {
  const messages = useMessages();
  const { team, members } = messages;
  const { moment } = useFormats();
  const names = useScreenNames();
  const area = areaOf(entry);
  const { subject, detail } = detailWords(entry, messages);
  const about = [subject, detail].filter((text) => text !== '').join(': ');
  return (
    <li className={styles['audit']}>
      <time dateTime={entry.at}>{moment(entry.at)}</time>
      <b>{entry.actor === 'member' ? members.self() : actorName(entry, team)}</b>
      <p>
        {actionWords(entry, team.did)} {about !== '' && <small>{about}</small>}
      </p>
      {area !== undefined && <Tag>{names[area]}</Tag>}
    </li>
  );
}
