import { useState } from 'react';
import type { Key } from 'react-aria-components';
import { Button } from '../../parts/Button.tsx';
import { Segments } from '../../parts/Choice.tsx';
import { DraftScreen } from '../../parts/DraftScreen.tsx';
import { SearchField } from '../../parts/Field.tsx';
import { Card, Empty, Page } from '../../parts/Surface.tsx';
import { languagesOf } from '../../state/content/languages.ts';
import { pageTree, parentsIn } from '../../state/content/page-tree.ts';
import { pagesOf, proposedTitle, untranslated } from '../../state/content/pages.ts';
import { shownPage } from '../../state/content/saved-blocks.ts';
import type { DraftState } from '../../state/draft/machine.ts';
import { useOpenSite } from '../../state/drafts.ts';
import { useAsked } from '../../state/location.ts';
import { useFormats, useMessages } from '../../state/messages.ts';
import { can } from '../../state/roles.ts';
import { matches } from '../../state/search.ts';
import { type NewPage, NewPageDialog } from './NewPageDialog.tsx';
import { RedirectsDialog } from './RedirectsDialog.tsx';
import { type PageRow, PageTree } from './PageTree.tsx';
import { pageStateOf } from './page-state.ts';
import styles from './Pages.module.css';

/** All pages of the site. */
export const PageList = () => <DraftScreen>{(state) => <Pages state={state} />}</DraftScreen>;

function Pages({ state }: { readonly state: DraftState }) {
  const { pages: words, nav } = useMessages();
  const { language } = useFormats();
  const { site } = useOpenSite();
  const [filter, setFilter] = useState('all');
  const [query, setQuery] = useState('');
  const [creating, setCreating] = useState<NewPage>();
  const [isListing, setListing] = useState(false);
  const languages = languagesOf(state.content);
  const rows = pagesOf(state.content).map((page): PageRow => ({
    page,
    missing: untranslated(shownPage(state.content, page), languages),
    state: pageStateOf(state, page.path),
  }));
  const filters = [
    { value: 'all', label: words.all({ count: rows.length }), keeps: () => true },
    { value: 'drafts', label: words.drafts({ count: rows.filter(isDraft).length }), keeps: isDraft },
    { value: 'scheduled', label: words.scheduled({ count: rows.filter(isScheduled).length }), keeps: isScheduled },
    ...languages.others.map((code) => {
      const keeps = ({ missing }: PageRow): boolean => missing.includes(code);
      return { value: code, label: words.missing({ language: language(code), count: rows.filter(keeps).length }), keeps };
    }),
  ];
  const keeps = filters.find(({ value }) => value === filter)?.keeps ?? (() => true);
  const nodes = pageTree(rows, (row) => keeps(row) && matches(`${row.page.title} ${row.page.path} ${row.page.description}`, query));
  const tree = useExpanded(parentsIn(nodes), `${filter} ${query}`);
  const mayEdit = can(site, 'editSite');
  useAsked('page', (title) => mayEdit && setCreating({ title }));
  return (
    <Page
      title={nav.pages()}
      lead={words.lead()}
      actions={
        <>
          <Button onPress={() => setListing(true)}>{words.redirects()}</Button>
          {mayEdit && (
            <Button look="solid" icon="plus" onPress={() => setCreating({})}>
              {words.create()}
            </Button>
          )}
        </>
      }
    >
      <div className={styles['filters']}>
        <Segments label={words.filter()} options={filters} value={filter} onChange={setFilter} />
        <div className={styles['search']}>
          <SearchField label={words.find()} value={query} onChange={setQuery} />
        </div>
      </div>
      <Card>
        {nodes.length === 0 && rows.some(keeps) && <Empty title={words.none()} />}
        {nodes.length === 0 && !rows.some(keeps) && <NoPages filter={filter} />}
        {nodes.length > 0 && (
          <PageTree
            nodes={nodes}
            state={state}
            {...tree}
            onCopy={(source) => setCreating({ source })}
            onAddAt={(path) => setCreating({ path, title: proposedTitle(path) })}
            onAddBelow={(parent) => setCreating({ parent })}
          />
        )}
      </Card>
      {isListing && <RedirectsDialog state={state} onClose={() => setListing(false)} />}
      {creating !== undefined && (
        <NewPageDialog content={state.content} initial={creating} onClose={() => setCreating(undefined)} />
      )}
    </Page>
  );
}

/** Which rows are open: all but those that were closed. Another filter or search opens the way to what it finds. */
function useExpanded(parents: readonly string[], view: string) {
  const [closed, setClosed] = useState<{ readonly view: string; readonly paths: readonly string[] }>({ view, paths: [] });
  const paths = closed.view === view ? closed.paths : [];
  return {
    expanded: parents.filter((path) => !paths.includes(path)),
    onExpand: (expanded: ReadonlySet<Key>) => setClosed({ view, paths: parents.filter((path) => !expanded.has(path)) }),
  };
}

const isScheduled = ({ state: { scheduledAt } }: PageRow): boolean => scheduledAt !== undefined;
const isDraft = ({ state: { changes, scheduledAt } }: PageRow): boolean => changes > 0 && scheduledAt === undefined;

/** What a filter says that keeps no page. */
function NoPages({ filter }: { readonly filter: string }) {
  const { pages: words } = useMessages();
  switch (filter) {
    case 'all':
      return <Empty icon="file" title={words.noPages()} />;
    case 'drafts':
      return <Empty title={words.noDrafts()} />;
    case 'scheduled':
      return <Empty title={words.noneScheduled()}>{words.noneScheduledText()}</Empty>;
    default:
      return <Empty title={words.noneMissing()} />;
  }
}
