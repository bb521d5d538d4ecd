import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useState } from 'react';
import { Button } from '../../parts/Button.tsx';
import { Segments } from '../../parts/Choice.tsx';
import { ErrorScreen } from '../../parts/ErrorScreen.tsx';
import { SearchField } from '../../parts/Field.tsx';
import { Skeleton, useScreenTitle } from '../../parts/Surface.tsx';
import { call } from '../../state/api/client.ts';
import type { History as HistoryPage, RevisionSummary } from '@marquee/api/editor.gen.ts';
import type { DraftState } from '../../state/draft/machine.ts';
import { countChanges, useDraft, useOpenSite } from '../../state/drafts.ts';
import { useFeeds } from '../../state/feeds/queries.ts';
import { runPath } from '../../state/location.ts';
import { useFormats, useMessages } from '../../state/messages.ts';
import { Comparison } from './Comparison.tsx';
import { RemovedRecords } from './RemovedRecords.tsx';
import { type VersionRow, VersionList } from './VersionList.tsx';
import { DRAFT, LIVE } from './versions.ts';
import styles from './History.module.css';

/** Earlier versions are searched until as many are found. */
const ENOUGH_FOUND = 20;

/** Number of further pages of versions that a search loads by itself. */
const PAGES_PER_SEARCH = 10;

const LISTS = ['versions', 'removed'] as const;

/** Earlier versions, what is different, and back to one of them; and what was removed. */
export function History() {
  const { history } = useMessages();
  const state = useDraft();
  const heading = useScreenTitle(history.title());
  const [list, setList] = useState<(typeof LISTS)[number]>('versions');
  const [selected, setSelected] = useState<string>(DRAFT);
  const [other, setOther] = useState<string>(LIVE);
  const versions = useVersions(state);
  const compared = versions.rows.filter(({ kind }) => kind !== 'run');
  return (
    <div className={styles['history']}>
      <section className={styles['panel']}>
        <header className={styles['head']}>
          <h1 ref={heading} tabIndex={-1}>
            {history.title()}
          </h1>
          <Segments
            label={history.shown()}
            value={list}
            options={LISTS.map((value) => ({ value, label: history.lists[value]() }))}
            onChange={setList}
          />
          {list === 'versions' && <SearchField label={history.find()} value={versions.query} onChange={versions.search} />}
        </header>
        {list === 'removed' ? <RemovedRecords /> : <Versions {...{ versions, selected, other }} onSelect={setSelected} />}
      </section>
      {state !== undefined && <Comparison state={state} rows={compared} selected={selected} other={other} onOther={setOther} />}
    </div>
  );
}

/** The versions with those that a search finds, and how it goes on. */
function useVersions(state: DraftState | undefined) {
  const { site } = useOpenSite();
  const [query, setQuery] = useState('');
  const versions = useInfiniteQuery({
    queryKey: ['history', site.key, state?.server.published?.number],
    queryFn: ({ pageParam }) => call<HistoryPage>('GET', `${site.key}/history${pageParam === 0 ? '' : `?before=${pageParam}`}`),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    // It would load all pages again.
    refetchOnWindowFocus: false,
  });
  const revisions = versions.data?.pages.flatMap((page) => page.revisions) ?? [];
  const word = useDeferredValue(query.trim().toLowerCase());
  const rows = useRows(state, revisions, versions.hasNextPage);
  const found = rows.filter(({ title, lines }) => [title, ...lines].join(' ').toLowerCase().includes(word));
  const { isPending, isFetching, error, hasNextPage, fetchNextPage } = versions;
  const pageCount = versions.data?.pages.length ?? 0;
  /** Number of pages to which the search goes by itself. */
  const [lastPage, setLastPage] = useState(0);
  const goOn = (): void => setLastPage(pageCount + PAGES_PER_SEARCH);
  // The server has the versions by pages: those that are searched for may be on a later one.
  const canSearch = word !== '' && hasNextPage && error === null;
  const isSearching = canSearch && found.length < ENOUGH_FOUND && pageCount < lastPage;
  useEffect(() => {
    if (isSearching && !isFetching) void fetchNextPage();
  }, [isSearching, isFetching, fetchNextPage]);
  const search = (typed: string): void => {
    // A search that is refined goes no further by itself.
    if (query.trim() === '') goOn();
    setQuery(typed);
  };
  const more = (): void => {
    goOn();
    void fetchNextPage();
  };
  const retry = (): void => void (versions.isFetchNextPageError ? fetchNextPage() : versions.refetch());
  const isNoneFound = found.length === 0 && !isPending && error === null && !hasNextPage;
  return { query, search, more, retry, rows, found, isSearching, isNoneFound, isPending, error, hasNextPage };
}

interface VersionsProps {
  readonly versions: ReturnType<typeof useVersions>;
  readonly selected: string;
  readonly other: string;
  readonly onSelect: (id: string) => void;
}

function Versions({ versions, selected, other, onSelect }: VersionsProps) {
  const { history, common } = useMessages();
  const { found, query, error, isPending, isSearching, isNoneFound, hasNextPage } = versions;
  return (
    <>
      {isPending && <Skeleton label={common.loading()} />}
      {error !== null && <ErrorScreen error={error} onRetry={versions.retry} />}
      <VersionList rows={found} selected={selected} other={other} onSelect={onSelect} />
      <output className={styles['none']}>{isSearching ? history.searching() : isNoneFound && history.noneFound()}</output>
      {hasNextPage && !isSearching && error === null && (
        <div className={styles['more']}>
          <Button onPress={versions.more}>{query.trim() === '' ? common.more() : history.searchMore()}</Button>
        </div>
      )}
    </>
  );
}

/** The draft, the live version, and the earlier ones with the runs of feeds between them that changed the program. */
function useRows(state: DraftState | undefined, revisions: readonly RevisionSummary[], hasMore: boolean): readonly VersionRow[] {
  const { history, nav } = useMessages();
  const { moment } = useFormats();
  const runs = useRunRows();
  // Nobody is named for what was there before the first publication.
  const byline = ({ at, actor }: RevisionSummary): string => [moment(at), actor].filter((word) => word !== '').join(', ');
  const count = state === undefined ? 0 : countChanges(state);
  const live = state?.server.published?.number;
  const versions = revisions
    .filter(({ number }) => number !== live)
    .map((revision) => ({
      at: revision.at,
      row: {
        id: String(revision.number),
        kind: 'version' as const,
        title: revision.name === '' ? history.version({ number: revision.number }) : revision.name,
        lines: [byline(revision), nav.changes({ count: revision.changes })],
      },
    }));
  // Earlier runs come with the versions of their time.
  const since = hasMore ? (revisions.at(-1)?.at ?? '') : '';
  const earlier = [...versions, ...runs.filter(({ at }) => at >= since)].toSorted((a, b) => (a.at < b.at ? 1 : -1));
  return [
    { id: DRAFT, kind: 'draft', title: history.draft(), lines: [nav.changes({ count })] },
    {
      id: LIVE,
      kind: 'live',
      title: history.live(),
      lines: state?.server.published === undefined ? [] : [byline(state.server.published)],
    },
    ...earlier.map(({ row }) => row),
  ];
}

/** The latest runs of feeds that changed the program. */
function useRunRows(): readonly { readonly at: string; readonly row: VersionRow }[] {
  const { history } = useMessages();
  const { moment } = useFormats();
  const { site } = useOpenSite();
  const { feeds = [], runs = [] } = useFeeds().data ?? {};
  return runs
    .filter(({ added, moved, gone }) => added + moved + gone > 0)
    .map((run) => ({
      at: run.started,
      row: {
        id: `run ${run.feed} ${run.id}`,
        kind: 'run',
        title: history.run({ count: run.added + run.moved + run.gone }),
        lines: [
          [moment(run.started), feeds.find(({ id }) => id === run.feed)?.name ?? ''].filter((word) => word !== '').join(', '),
        ],
        href: runPath(site.key, run.feed, run.id),
      },
    }));
}
