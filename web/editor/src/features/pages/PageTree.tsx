import { cx } from '@marquee/ui/cx.ts';
import type { ReactNode } from 'react';
import { Button as AriaButton, Cell, Column, type Key, Link, Row, Table, TableBody, TableHeader } from 'react-aria-components';
import { Button, IconLink } from '../../parts/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Quiet, VisuallyHidden, surfaceStyles } from '../../parts/Surface.tsx';
import { useAgo } from '../../state/clock.ts';
import { languagesOf } from '../../state/content/languages.ts';
import type { PageNode } from '../../state/content/page-tree.ts';
import { usePageViews } from '../../state/content/page-views.ts';
import { type PageRecord, encodedPath, pathFault } from '../../state/content/pages.ts';
import type { DraftState } from '../../state/draft/machine.ts';
import { useOpenSite } from '../../state/drafts.ts';
import { recordPath } from '../../state/location.ts';
import { useFormats, useMessages } from '../../state/messages.ts';
import { can } from '../../state/roles.ts';
import { PageMenu } from './PageMenu.tsx';
import { StateTag } from './StateTag.tsx';
import type { PageState } from './page-state.ts';
import styles from './Pages.module.css';

export interface PageRow {
  readonly page: PageRecord;
  readonly state: PageState;
  /** The other languages in which the page lacks words. */
  readonly missing: readonly string[];
}

interface Actions {
  /** Begins a copy of the page with this address. */
  readonly onCopy: (path: string) => void;
  /** Begins a page with this address. */
  readonly onAddAt: (path: string) => void;
  /** Begins a page below this address. */
  readonly onAddBelow: (path: string) => void;
}

/**
 * The pages as a tree whose rows open and close. It is a tree grid: arrows move between the rows, open and close them and go to their
 * links and buttons, Home and End go to the first and the last row, letters to the page that begins with them, and Enter opens it.
 */
export function PageTree({
  nodes,
  expanded,
  state,
  onExpand,
  ...actions
}: Actions & {
  readonly nodes: readonly PageNode<PageRow>[];
  /** The addresses whose pages below are shown. */
  readonly expanded: Iterable<string>;
  readonly state: DraftState;
  readonly onExpand: (expanded: ReadonlySet<Key>) => void;
}) {
  const { pages: words, nav, team } = useMessages();
  return (
    <div className={surfaceStyles['tableBox']}>
      <Table
        aria-label={nav.pages()}
        treeColumn="page"
        expandedKeys={expanded}
        onExpandedChange={onExpand}
        className={cx(surfaceStyles['table'], styles['tree'])}
      >
        <TableHeader>
          <Column id="page" isRowHeader>
            {words.page()}
          </Column>
          <Column id="languages" className={styles['wide'] ?? ''}>
            {words.languages()}
          </Column>
          <Column id="lastChange" className={styles['wide'] ?? ''}>
            {words.lastChange()}
          </Column>
          {/* A screen reader says the state of a page with its title. */}
          <Column id="state" isRowHeader>
            {words.state()}
          </Column>
          <Column id="views" className={cx(styles['wide'], styles['views'])}>
            {words.views()}
          </Column>
          <Column id="actions">
            <VisuallyHidden>{team.actions()}</VisuallyHidden>
          </Column>
        </TableHeader>
        <TableBody>
          {nodes.map((node) => (
            <TreeRow key={node.path} node={node} state={state} actions={actions} />
          ))}
        </TableBody>
      </Table>
    </div>
  );
}

interface RowProps {
  readonly node: PageNode<PageRow>;
  readonly state: DraftState;
  readonly actions: Actions;
}

function TreeRow({ node, state, actions }: RowProps) {
  const below = node.children.map((child) => <TreeRow key={child.path} node={child} state={state} actions={actions} />);
  const { row } = node;
  return row === undefined ? (
    <AddressRow node={node} state={state} actions={actions} below={below} />
  ) : (
    <PageTreeRow node={node} row={row} state={state} actions={actions} below={below} />
  );
}

function PageTreeRow({ node, row, state, actions, below }: RowProps & { readonly row: PageRow; readonly below: ReactNode }) {
  const { pages: words } = useMessages();
  const { site } = useOpenSite();
  const { page } = row;
  const { path } = node;
  const title = page.title === '' ? words.untitled() : page.title;
  const address = recordPath(site.key, 'pages', encodedPath(path));
  return (
    <Row id={path} textValue={title} href={address} data-row="" className={cx(styles['row'], !node.isMatch && styles['above'])}>
      <Cell>
        <span className={styles['first']}>
          <Chevron isShown={node.children.length > 0} />
          <span>
            <Link href={address} className={styles['name'] ?? ''}>
              {title}
            </Link>
            <code className={styles['path']}>{path}</code>
          </span>
        </span>
      </Cell>
      <Cell className={styles['wide'] ?? ''}>
        <Languages row={row} state={state} />
      </Cell>
      <Cell className={styles['wide'] ?? ''}>
        <LastChange row={row} state={state} />
      </Cell>
      <Cell>
        <StateTag state={row.state} />
      </Cell>
      <Cell className={cx(styles['wide'], styles['views'])}>
        <Views page={page} />
      </Cell>
      <Cell className={styles['tools'] ?? ''}>
        <IconLink icon="pencil" label={words.edit({ title: page.title })} href={address} />
        <PageMenu
          page={page}
          state={state}
          isNew={row.state.isNew}
          onCopy={() => actions.onCopy(path)}
          onAddBelow={() => actions.onAddBelow(path)}
        />
      </Cell>
      {below}
    </Row>
  );
}

/** An address that has no page, only pages below it. */
function AddressRow({ node: { path }, state, actions, below }: RowProps & { readonly below: ReactNode }) {
  const { pages: words } = useMessages();
  const { site } = useOpenSite();
  const mayAdd = can(site, 'editSite') && pathFault(path, state.content) === undefined;
  return (
    <Row id={path} textValue={path} data-row="" className={cx(styles['row'], styles['above'])}>
      <Cell>
        <span className={styles['first']}>
          <Chevron isShown />
          <code className={styles['path']}>{path}</code>
        </span>
      </Cell>
      <Cell className={styles['wide'] ?? ''} />
      <Cell className={styles['wide'] ?? ''} />
      <Cell>
        <span className={styles['noPage']}>
          <Quiet>{words.noPageHere()}</Quiet>
        </span>
      </Cell>
      <Cell className={styles['wide'] ?? ''} />
      <Cell className={styles['tools'] ?? ''}>
        {mayAdd && (
          <Button size="small" icon="plus" aria-label={words.addHere()} onPress={() => actions.onAddAt(path)}>
            <span className={styles['addHere']}>{words.addHere()}</span>
          </Button>
        )}
      </Cell>
      {below}
    </Row>
  );
}

/** Opens and closes the rows below, for the pointer: the row itself has the state and the keys. Without such rows, it only takes the room. */
const Chevron = ({ isShown }: { readonly isShown: boolean }) =>
  isShown ? (
    <span aria-hidden="true">
      <AriaButton slot="chevron" className={styles['chevron'] ?? ''}>
        <Icon name="right" small />
      </AriaButton>
    </span>
  ) : (
    <span className={styles['chevron']} />
  );

function Languages({ row: { missing }, state }: { readonly row: PageRow; readonly state: DraftState }) {
  const { pages: words } = useMessages();
  const { list, language } = useFormats();
  const languages = languagesOf(state.content);
  return (
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
  );
}

function LastChange({ row, state }: { readonly row: PageRow; readonly state: DraftState }) {
  const { pages: words } = useMessages();
  const { moment } = useFormats();
  const ago = useAgo();
  const { last } = row.state;
  const published = state.server.published?.at;
  if (last !== undefined) return words.changedBy({ when: ago(last.at), name: last.actor });
  return published === undefined ? '–' : words.before({ moment: moment(published) });
}

function Views({ page }: { readonly page: PageRecord }) {
  const { number } = useFormats();
  const views = usePageViews()(page);
  return views === undefined ? '–' : number(views);
}
