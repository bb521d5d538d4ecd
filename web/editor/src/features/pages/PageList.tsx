import { cx } from '@marquee/ui/cx.ts';
import { useState } from 'react';
import { Link } from 'react-aria-components';
import { Button, IconButton, IconLink } from '../../parts/Button.tsx';
import { Segments } from '../../parts/Choice.tsx';
import { DraftScreen } from '../../parts/DraftScreen.tsx';
import { SearchField } from '../../parts/Field.tsx';
import { Menu } from '../../parts/Overlay.tsx';
import { Card, Empty, Page, Quiet, Table, Tag, VisuallyHidden } from '../../parts/Surface.tsx';
import { useAgo } from '../../state/clock.ts';
import { languagesOf } from '../../state/content/languages.ts';
import { usePageViews } from '../../state/content/page-views.ts';
import { type PageRecord, encodedPath, isFixedPath, pagePointer, pagesOf, untranslated } from '../../state/content/pages.ts';
import { shownPage } from '../../state/content/saved-blocks.ts';
import type { DraftState } from '../../state/draft/machine.ts';
import { useOpenSite } from '../../state/drafts.ts';
import { recordPath, useAsked } from '../../state/location.ts';
import { useFormats, useMessages } from '../../state/messages.ts';
import { can } from '../../state/roles.ts';
import { matches } from '../../state/search.ts';
import { showToast } from '../../state/toasts.ts';
import { NewPageDialog } from './NewPageDialog.tsx';
import { RedirectsDialog } from './RedirectsDialog.tsx';
import { type PageState, pageStateOf } from './page-state.ts';
import styles from './Pages.module.css';

/** All pages of the site. */
export const PageList = () => <DraftScreen>{(state) => <Pages state={state} />}</DraftScreen>;

interface PageRow {
  readonly page: PageRecord;
  readonly state: PageState;
  readonly missing: readonly string[];
}

function Pages({ state }: { readonly state: DraftState }) {
  const { pages: words, nav } = useMessages();
  const { language } = useFormats();
  const { site } = useOpenSite();
  const [filter, setFilter] = useState('all');
  const [query, setQuery] = useState('');
  const [creating, setCreating] = useState<{ readonly source: string; readonly title?: string }>();
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
  const shown = rows.filter((row) => keeps(row) && matches(`${row.page.title} ${row.page.path} ${row.page.description}`, query));
  const mayEdit = can(site, 'editSite');
  useAsked('page', (title) => mayEdit && setCreating({ source: '', title }));
  return (
    <Page
      title={nav.pages()}
      lead={words.lead()}
      actions={
        <>
          <Button onPress={() => setListing(true)}>{words.redirects()}</Button>
          {mayEdit && (
            <Button look="solid" icon="plus" onPress={() => setCreating({ source: '' })}>
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
        {shown.length === 0 && rows.some(keeps) && <Empty title={words.none()} />}
        {shown.length === 0 && !rows.some(keeps) && <NoPages filter={filter} />}
        {shown.length > 0 && <PageTable rows={shown} state={state} onCopy={(source) => setCreating({ source })} />}
      </Card>
      {isListing && <RedirectsDialog content={state.content} onClose={() => setListing(false)} />}
      {creating !== undefined && (
        <NewPageDialog
          content={state.content}
          initialSource={creating.source}
          initialTitle={creating.title}
          onClose={() => setCreating(undefined)}
        />
      )}
    </Page>
  );
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

function PageTable({
  rows,
  state,
  onCopy,
}: {
  readonly rows: readonly PageRow[];
  readonly state: DraftState;
  readonly onCopy: (path: string) => void;
}) {
  const { pages: words, nav, team } = useMessages();
  const viewsOf = usePageViews();
  return (
    <Table label={nav.pages()}>
      <thead>
        <tr>
          <th scope="col">{words.page()}</th>
          <th scope="col" className={styles['wide']}>
            {words.languages()}
          </th>
          <th scope="col" className={styles['wide']}>
            {words.lastChange()}
          </th>
          <th scope="col">{words.state()}</th>
          <th scope="col" className={cx(styles['wide'], styles['views'])}>
            {words.views()}
          </th>
          <th scope="col">
            <VisuallyHidden>{team.actions()}</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <PageTableRow key={row.page.path} row={row} state={state} views={viewsOf(row.page)} onCopy={onCopy} />
        ))}
      </tbody>
    </Table>
  );
}

function PageTableRow({
  row,
  state,
  views,
  onCopy,
}: {
  readonly row: PageRow;
  readonly state: DraftState;
  /** Undefined while they are loaded, and if they could not be. */
  readonly views: number | undefined;
  readonly onCopy: (path: string) => void;
}) {
  const { pages: words } = useMessages();
  const { moment, list, language, number } = useFormats();
  const ago = useAgo();
  const { site } = useOpenSite();
  const { page, missing } = row;
  const { last, isNew } = row.state;
  const languages = languagesOf(state.content);
  const address = recordPath(site.key, 'pages', encodedPath(page.path));
  const published = state.server.published?.at;
  return (
    <tr>
      <td>
        <Link href={address} className={styles['name'] ?? ''} data-row="">
          {page.title === '' ? words.untitled() : page.title}
        </Link>
        <code className={styles['path']}>{page.path}</code>
      </td>
      <td className={styles['wide']}>
        <span className={styles['languages']}>
          {[languages.main, ...languages.others]
            .filter((code) => !missing.includes(code))
            .map((code) => (
              <abbr key={code} title={language(code)}>
                {code}
              </abbr>
            ))}
          {missing.length > 0 && <Quiet>{words.lacks({ languages: list(missing.map(language)) })}</Quiet>}
        </span>
      </td>
      <td className={styles['wide']}>
        {last === undefined
          ? published === undefined
            ? '–'
            : words.before({ moment: moment(published) })
          : words.changedBy({ when: ago(last.at), name: last.actor })}
      </td>
      <td>
        <StateTag state={row.state} />
      </td>
      <td className={cx(styles['wide'], styles['views'])}>{views === undefined ? '–' : number(views)}</td>
      <td className={styles['tools']}>
        <IconLink icon="pencil" label={words.edit({ title: page.title })} href={address} />
        <PageMenu page={page} state={state} isNew={isNew} onCopy={() => onCopy(page.path)} />
      </td>
    </tr>
  );
}

/** Whether visitors see the page as it is. */
export function StateTag({ state: { isNew, changes, scheduledAt } }: { readonly state: PageState }) {
  const { pages: words, nav } = useMessages();
  const { moment } = useFormats();
  if (scheduledAt !== undefined)
    return (
      <Tag icon="clock">
        <span>
          <VisuallyHidden>{words.scheduledFor()}</VisuallyHidden> {moment(scheduledAt)}
        </span>
      </Tag>
    );
  if (isNew) return <Tag mood="warn">{words.draft()}</Tag>;
  return changes > 0 ? <Tag mood="warn">{nav.changes({ count: changes })}</Tag> : <Tag mood="ok">{words.live()}</Tag>;
}

function PageMenu({
  page,
  state,
  isNew,
  onCopy,
}: {
  readonly page: PageRecord;
  readonly state: DraftState;
  readonly isNew: boolean;
  readonly onCopy: () => void;
}) {
  const { pages: words, common, nav } = useMessages();
  const { site, draft } = useOpenSite();
  const pointer = pagePointer(page.path);
  const remove = (): void => {
    draft.edit([{ pointer, to: undefined }]);
    showToast(words.removed({ title: page.title }), {
      label: common.undo(),
      onAction: () => draft.edit([{ pointer, to: page.record }]),
    });
  };
  const mayEdit = can(site, 'editSite');
  return (
    <Menu
      label={words.actionsOf({ title: page.title })}
      trigger={<IconButton icon="more" label={words.actionsOf({ title: page.title })} />}
      entries={[
        ...(mayEdit && page.kind === 'content'
          ? [{ id: 'copy', label: words.copy(), icon: 'copy' as const, onAction: onCopy }]
          : []),
        ...(isNew
          ? []
          : [
              {
                id: 'open',
                label: nav.openSite(),
                icon: 'external' as const,
                onAction: () => open(site.origin + page.path, '_blank', 'noopener'),
              },
            ]),
        ...(mayEdit && !isFixedPath(page.path, state.content)
          ? [{ id: 'remove', label: words.remove(), icon: 'trash' as const, onAction: remove }]
          : []),
      ]}
    />
  );
}
