import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../parts/Button.tsx';
import { Select } from '../../parts/Choice.tsx';
import { ErrorScreen } from '../../parts/ErrorScreen.tsx';
import { SearchField } from '../../parts/Field.tsx';
import { Skeleton, Empty, useScreenTitle } from '../../parts/Surface.tsx';
import { ValueChange } from '../../parts/ValueChange.tsx';
import { call } from '../../state/api/client.ts';
import type { DraftUpdate, History as HistoryPage, Revision, RevisionSummary } from '@marquee/api/editor.gen.ts';
import { changeWords } from '../../state/changes.ts';
import { openDialog } from '../../state/dialogs.ts';
import type { DraftState } from '../../state/draft/machine.ts';
import { countChanges, useDraft, useOpenSite } from '../../state/drafts.ts';
import { errorText } from '../../state/errors.ts';
import { useFormats, useMessages } from '../../state/messages.ts';
import { differencesOf } from '../../state/pointer.ts';
import { can } from '../../state/roles.ts';
import { showToast } from '../../state/toasts.ts';
import { type VersionRow, VersionList } from './VersionList.tsx';
import styles from './History.module.css';

const DRAFT = 'draft';
const LIVE = 'live';

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
  });
  const revisions = versions.data?.pages.flatMap((page) => page.revisions) ?? [];
  const rows = useRows(state, revisions);
  const word = query.trim().toLowerCase();
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
        <VersionList
          rows={rows.filter(({ title, lines }) => [title, ...lines].join(' ').toLowerCase().includes(word))}
          selected={selected}
          onSelect={setSelected}
        />
        {versions.hasNextPage && (
          <div className={styles['more']}>
            <Button onPress={() => void versions.fetchNextPage()}>{common.more()}</Button>
          </div>
        )}
      </section>
      {state !== undefined && (
        <Comparison state={state} rows={rows} selected={selected} other={other} onOther={setOther} revisions={revisions} />
      )}
    </div>
  );
}

/** The draft, the live version and the earlier ones. */
function useRows(state: DraftState | undefined, revisions: readonly RevisionSummary[]): readonly VersionRow[] {
  const { history, nav } = useMessages();
  const { moment } = useFormats();
  const count = state === undefined ? 0 : countChanges(state);
  const live = state?.server.published?.number;
  return [
    { id: DRAFT, kind: 'draft', title: history.draft(), lines: [nav.changes({ count })] },
    {
      id: LIVE,
      kind: 'live',
      title: history.live(),
      lines: state?.server.published === undefined ? [] : [`${moment(state.server.published.at)}, ${state.server.published.actor}`],
    },
    ...revisions
      .filter(({ number }) => number !== live)
      .map((revision): VersionRow => ({
        id: String(revision.number),
        kind: 'version',
        title: revision.name === '' ? history.version({ number: revision.number }) : revision.name,
        lines: [`${moment(revision.at)}, ${revision.actor}`, nav.changes({ count: revision.changes })],
      })),
  ];
}

/** The content of a version; undefined while it is loaded. */
function useContent(id: string, state: DraftState) {
  const { site } = useOpenSite();
  const isStored = id !== DRAFT && id !== LIVE;
  const revision = useQuery({
    queryKey: ['revision', site.key, id],
    queryFn: () => call<Revision>('GET', `${site.key}/history/${id}`),
    enabled: isStored,
    staleTime: Infinity,
  });
  const content: unknown = id === DRAFT ? state.content : id === LIVE ? state.server.live : revision.data?.content;
  return { content, error: isStored ? revision.error : null, refetch: revision.refetch };
}

interface ComparisonProps {
  readonly state: DraftState;
  readonly rows: readonly VersionRow[];
  readonly revisions: readonly RevisionSummary[];
  readonly selected: string;
  readonly other: string;
  readonly onOther: (id: string) => void;
}

function Comparison({ state, rows, selected, other, onOther }: ComparisonProps) {
  const messages = useMessages();
  const { history, nav, common } = messages;
  const { site } = useOpenSite();
  const before = useContent(other, state);
  const after = useContent(selected, state);
  const isLoaded = before.content !== undefined && after.content !== undefined;
  const differences = isLoaded ? differencesOf(before.content, after.content) : [];
  const error = before.error ?? after.error;
  const titleOf = (id: string): string => rows.find((row) => row.id === id)?.title ?? '';
  const isStored = selected !== DRAFT && selected !== LIVE;
  return (
    <div className={styles['main']}>
      <div className={styles['changes']}>
        <h2>{history.changesOf({ version: titleOf(selected) })}</h2>
        <div className={styles['against']}>
          {history.against()}
          <Select
            label={history.against()}
            isLabelHidden
            isPlain
            value={other}
            options={rows.filter(({ id }) => id !== selected || id === other).map(({ id, title }) => ({ value: id, label: title }))}
            onChange={onOther}
          />
        </div>
        {error !== null && <ErrorScreen error={error} onRetry={() => void Promise.all([before.refetch(), after.refetch()])} />}
        {!isLoaded && error === null && <Skeleton label={common.loading()} />}
        {isLoaded && differences.length === 0 && <Empty title={history.same()} />}
        <ul>
          {differences.map(({ pointer, from, to }) => {
            const { place, part } = changeWords(pointer, after.content, messages);
            return (
              <li key={pointer} className={styles['change']}>
                <p>{place}</p>
                <p className={styles['part']}>{part}</p>
                <ValueChange pointer={pointer} from={from} to={to} />
              </li>
            );
          })}
        </ul>
      </div>
      <div className={styles['bar']}>
        <p>
          <b>{titleOf(other)}</b> → <b>{titleOf(selected)}</b> {nav.changes({ count: differences.length })}
        </p>
        {isStored && can(site, 'publish') && <Restore number={selected} title={titleOf(selected)} />}
        {selected === DRAFT && can(site, 'publish') && (
          <Button look="solid" isDisabled={countChanges(state) === 0} onPress={() => openDialog('publish')}>
            {history.publishDraft()}
          </Button>
        )}
      </div>
    </div>
  );
}

/** Puts a version into the draft. */
function Restore({ number, title }: { readonly number: string; readonly title: string }) {
  const messages = useMessages();
  const { history, nav } = messages;
  const { site, draft } = useOpenSite();
  const restore = useMutation({
    mutationFn: async () => {
      await draft.flush();
      await call<DraftUpdate>('POST', `${site.key}/history/${number}/restore`);
      await draft.load();
    },
    onSuccess: () =>
      showToast(history.restored({ version: title }), { label: nav.publish(), onAction: () => openDialog('publish') }),
    onError: (error) => showToast(errorText(error, messages)),
  });
  return (
    <Button icon="reset" isBusy={restore.isPending} onPress={() => restore.mutate()}>
      {history.restore({ version: title })}
    </Button>
  );
}
