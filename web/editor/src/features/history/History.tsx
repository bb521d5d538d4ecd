import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Button } from '../../parts/Button.tsx';
import { ErrorScreen } from '../../parts/ErrorScreen.tsx';
import { SearchField } from '../../parts/Field.tsx';
import { Skeleton, useScreenTitle } from '../../parts/Surface.tsx';
import { call } from '../../state/api/client.ts';
import type { History as HistoryPage, RevisionSummary } from '@marquee/api/editor.gen.ts';
import type { DraftState } from '../../state/draft/machine.ts';
import { countChanges, useDraft, useOpenSite } from '../../state/drafts.ts';
import { useFormats, useMessages } from '../../state/messages.ts';
import { Comparison } from './Comparison.tsx';
import { type VersionRow, VersionList } from './VersionList.tsx';
import { DRAFT, LIVE } from './versions.ts';
import styles from './History.module.css';

/** Earlier versions are searched until as many are found. */
const ENOUGH_FOUND = 20;

/** Earlier versions, what is different, and back to one of them. */
export function History() {
  const { history, common } = useMessages();
  const { site } = useOpenSite();
  const state = useDraft();
  const heading = useScreenTitle(history.title());
  const [query, setQuery] = useState('');
  const [selected, setSelected] = useState<string>(DRAFT);
  const [other, setOther] = useState<string>(LIVE);
  const versions = useInfiniteQuery({
    queryKey: ['history', site.key, state?.server.published?.number],
    queryFn: ({ pageParam }) => call<HistoryPage>('GET', `${site.key}/history${pageParam === 0 ? '' : `?before=${pageParam}`}`),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });
  const revisions = versions.data?.pages.flatMap((page) => page.revisions) ?? [];
  const word = query.trim().toLowerCase();
  const rows = useRows(state, revisions);
  const found = rows.filter(({ title, lines }) => [title, ...lines].join(' ').toLowerCase().includes(word));
  // The server has the versions by pages: those that are searched for may be on a later one.
  const isSearching = word !== '' && found.length < ENOUGH_FOUND && versions.hasNextPage && versions.error === null;
  const { isFetching, fetchNextPage } = versions;
  useEffect(() => {
    if (isSearching && !isFetching) void fetchNextPage();
  }, [isSearching, isFetching, fetchNextPage]);
  return (
    <div className={styles['history']}>
      <section className={styles['panel']}>
        <header className={styles['head']}>
          <h1 ref={heading} tabIndex={-1}>
            {history.title()}
          </h1>
          <SearchField label={history.find()} value={query} onChange={setQuery} />
        </header>
        {versions.isPending && <Skeleton label={common.loading()} />}
        {versions.error !== null && <ErrorScreen error={versions.error} onRetry={() => void versions.refetch()} />}
        <VersionList rows={found} selected={selected} other={other} onSelect={setSelected} />
        <output className={styles['none']}>{isSearching ? history.searching() : found.length === 0 && history.noneFound()}</output>
        {versions.hasNextPage && !isSearching && (
          <div className={styles['more']}>
            <Button onPress={() => void versions.fetchNextPage()}>{common.more()}</Button>
          </div>
        )}
      </section>
      {state !== undefined && <Comparison state={state} rows={rows} selected={selected} other={other} onOther={setOther} />}
    </div>
  );
}

/** The draft, the live version and the earlier ones. */
function useRows(state: DraftState | undefined, revisions: readonly RevisionSummary[]): readonly VersionRow[] {
  const { history, nav } = useMessages();
  const { moment } = useFormats();
  // Nobody is named for what was there before the first publication.
  const byline = ({ at, actor }: RevisionSummary): string => [moment(at), actor].filter((word) => word !== '').join(', ');
  const count = state === undefined ? 0 : countChanges(state);
  const live = state?.server.published?.number;
  return [
    { id: DRAFT, kind: 'draft', title: history.draft(), lines: [nav.changes({ count })] },
    {
      id: LIVE,
      kind: 'live',
      title: history.live(),
      lines: state?.server.published === undefined ? [] : [byline(state.server.published)],
    },
    ...revisions
      .filter(({ number }) => number !== live)
      .map((revision): VersionRow => ({
        id: String(revision.number),
        kind: 'version',
        title: revision.name === '' ? history.version({ number: revision.number }) : revision.name,
        lines: [byline(revision), nav.changes({ count: revision.changes })],
      })),
  ];
}
