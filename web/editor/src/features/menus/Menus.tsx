import { text } from '@marquee/api/json.ts';
import { cx } from '@marquee/ui/cx.ts';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { Button, IconButton } from '../../parts/Button.tsx';
import { DraftScreen } from '../../parts/DraftScreen.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { LanguageSwitch } from '../../parts/LanguageSwitch.tsx';
import { useLinkWords } from '../../parts/LinkField.tsx';
import { Menu } from '../../parts/Overlay.tsx';
import { Restricted, RestrictionNote } from '../../parts/Restricted.tsx';
import { type Indent, SortArea, SortItem, SortList } from '../../parts/Sortable.tsx';
import { Card, Page, Quiet, Stack, Tag } from '../../parts/Surface.tsx';
import { menuPlaceIn } from '../../state/content/dead-links.ts';
import { languagesOf } from '../../state/content/languages.ts';
import { linkFault } from '../../state/content/links.ts';
import {
  MAX_HEADER_LINKS,
  type MenuList,
  type MenuRow,
  changedColumns,
  indentedLink,
  insertedLink,
  insertedRows,
  linkStep,
  menuListsOf,
  movedLink,
  removedLink,
  rowAbove,
  rowSpan,
  rowsIn,
} from '../../state/content/menus.ts';
import type { Place } from '../../state/content/sequence.ts';
import type { DraftState } from '../../state/draft/machine.ts';
import { layoutOf } from '../../state/design/theme.ts';
import { useOpenSite } from '../../state/drafts.ts';
import { useMessages } from '../../state/messages.ts';
import { menuName } from '../../state/part-names.ts';
import { can } from '../../state/roles.ts';
import { showToast } from '../../state/toasts.ts';
import { ColumnForm, LegalLineForm, LinkForm } from './LinkForm.tsx';
import { linkIconOf } from './link-icons.ts';
import { FooterPreview, HeaderPreview } from './MenuPreview.tsx';
import styles from './Menus.module.css';

/** Header, footer and legal line. */
export function MenusScreen() {
  const search = useLocation({ select: ({ searchStr }) => searchStr });
  return <DraftScreen>{(state) => <Menus key={search} state={state} named={menuPlaceIn(search)} />}</DraftScreen>;
}

interface MenuActions {
  readonly move: (from: Place, to: Place, indent?: Indent) => void;
  /** Puts a link below the entry before it, or back; returns its place then. */
  readonly indent: (place: Place, isBelow: boolean) => Place | undefined;
  readonly add: (list: string) => void;
  readonly remove: (place: Place) => void;
  readonly addColumn: () => void;
}

function useMenuActions(content: unknown, setSelected: (place: Place) => void, selectAdded: (place: Place) => void): MenuActions {
  const { menus: words, common } = useMessages();
  const { draft } = useOpenSite();
  const indent = (place: Place, isBelow: boolean): Place | undefined => {
    const next = indentedLink(content, place, isBelow);
    if (next === undefined) return undefined;
    draft.edit(next.changes);
    setSelected(next.place);
    return next.place;
  };
  return {
    indent,
    move(from, to, shift = 0) {
      if (from.list === to.list && from.index === to.index) return void indent(from, shift === 1);
      draft.edit(movedLink(content, from, to, shift));
      return setSelected(to);
    },
    add(list) {
      const { length: index } = rowsIn(content, list);
      draft.edit(insertedLink(content, { list, index }, { label: words.newLink(), href: '' }));
      selectAdded({ list, index });
    },
    remove(place) {
      const rows = rowsIn(content, place.list);
      const removed = rows.slice(place.index, place.index + rowSpan(rows, place.index));
      draft.edit(removedLink(content, place));
      showToast(words.removed({ label: text(removed[0]?.link['label']) }), {
        label: common.undo(),
        onAction: () => draft.edit(insertedRows(draft.state()?.content, place, removed)),
      });
    },
    addColumn: () => draft.edit(changedColumns(content, (columns) => [...columns, { title: words.newColumn(), items: [] }])),
  };
}

/** The link whose fields are shown, whether it was just added, and the element with the fields. */
function useSelectedLink(named: Place | undefined) {
  const [selected, setSelected] = useState<Place>(named ?? { list: 'header', index: 0 });
  const [added, setAdded] = useState<Place>();
  const selectAdded = (place: Place): void => {
    setSelected(place);
    setAdded(place);
  };
  const form = useRef<HTMLDivElement>(null);
  const isNamed = named !== undefined;
  useEffect(() => {
    if (isNamed) form.current?.scrollIntoView({ block: 'nearest' });
  }, [isNamed]);
  const select = (place: Place): void => {
    setSelected(place);
    // On narrow screens, the form is below the lists.
    requestAnimationFrame(() => form.current?.scrollIntoView({ block: 'nearest' }));
  };
  return { selected, isNew: selected === added, form, select, setSelected, selectAdded };
}

/** `named`: the link that the address names. */
function Menus({ state, named }: { readonly state: DraftState; readonly named: Place | undefined }) {
  const { menus: words, nav } = useMessages();
  const { content } = state;
  const lists = menuListsOf(content);
  const languages = languagesOf(content);
  const [chosen, setLanguage] = useState(languages.main);
  const language = languages.others.includes(chosen) ? chosen : languages.main;
  const prefix = language === languages.main ? '' : `/${language}`;
  const { selected, isNew, form, select, setSelected, selectAdded } = useSelectedLink(named);
  const column = lists.find((menu) => menu.id === selected.list && menu.column !== undefined);
  const actions = useMenuActions(content, setSelected, selectAdded);
  const mayEdit = can(useOpenSite().site, 'editSite');
  return (
    <Page
      title={nav.menus()}
      lead={words.lead()}
      actions={<HeadActions content={content} language={language} onLanguage={setLanguage} actions={actions} />}
    >
      <RestrictionNote permission="editSite" />
      <div className={styles['columns']}>
        <div className={styles['lists']}>
          <SortArea
            onMove={actions.move}
            stepFrom={(place, step) => linkStep(content, place, step)}
            onIndent={(place, indent) => actions.indent(place, indent === 1)}
            isFixed={!mayEdit}
          >
            {lists.map((menu) => (
              <Links
                key={menu.id}
                menu={menu}
                content={content}
                selected={selected}
                onSelect={select}
                actions={mayEdit ? actions : undefined}
              />
            ))}
          </SortArea>
          {mayEdit && <p className={styles['keys']}>{words.keysHint()}</p>}
        </div>
        <Stack>
          <HeaderPreview content={content} prefix={prefix} />
          <div ref={form}>
            <Restricted permission="editSite">
              <LinkForm
                key={`${selected.list} ${selected.index}`}
                state={state}
                place={selected}
                isNew={isNew}
                onIndent={(isBelow) => void actions.indent(selected, isBelow)}
              />
            </Restricted>
          </div>
          <Restricted permission="editSite">
            {column !== undefined && <ColumnForm key={column.id} state={state} menu={column} />}
          </Restricted>
          <FooterCard content={content} prefix={prefix} />
        </Stack>
      </div>
    </Page>
  );
}

/** The footer with the text that starts its legal line. */
function FooterCard({ content, prefix }: { readonly content: unknown; readonly prefix: string }) {
  const { menus: words, design } = useMessages();
  return (
    <Card title={words.footer()} trailing={<Quiet>{design.layouts[layoutOf(content).footerLayout]()}</Quiet>}>
      <FooterPreview content={content} prefix={prefix} />
      <Restricted permission="editSite">
        <LegalLineForm content={content} />
      </Restricted>
    </Card>
  );
}

function HeadActions({
  content,
  language,
  onLanguage,
  actions,
}: {
  readonly content: unknown;
  /** The language of the previews. */
  readonly language: string;
  readonly onLanguage: (language: string) => void;
  readonly actions: MenuActions;
}) {
  const { menus: words } = useMessages();
  const { site } = useOpenSite();
  const entries = rowsIn(content, 'header').filter(({ isBelow }) => !isBelow).length;
  const list = entries < MAX_HEADER_LINKS ? 'header' : (menuListsOf(content)[1]?.id ?? 'legal');
  return (
    <>
      <LanguageSwitch languages={languagesOf(content)} value={language} missing={[]} onChange={onLanguage} />
      {can(site, 'editSite') && (
        <>
          <Button icon="plus" onPress={actions.addColumn}>
            {words.addColumn()}
          </Button>
          <Button look="solid" icon="plus" onPress={() => actions.add(list)}>
            {words.add()}
          </Button>
        </>
      )}
    </>
  );
}

interface LinksProps {
  readonly menu: MenuList;
  readonly content: unknown;
  readonly selected: Place;
  readonly onSelect: (place: Place) => void;
  /** Undefined for those who may not change the menus. */
  readonly actions: MenuActions | undefined;
}

/** One list with its links. */
function Links({ menu, content, selected, onSelect, actions }: LinksProps) {
  const messages = useMessages();
  const { menus: words } = messages;
  const name = menuName(menu, messages);
  const isHeader = menu.id === 'header';
  const entries = menu.items.filter(({ isBelow }) => !isBelow).length;
  return (
    <section className={styles['list']}>
      <header className={styles['listHead']}>
        <h2>{name}</h2>
        {isHeader && <Quiet>{words.count({ count: entries, limit: MAX_HEADER_LINKS })}</Quiet>}
        {actions !== undefined && (
          <IconButton icon="plus" label={words.addTo({ menu: name })} onPress={() => actions.add(menu.id)} />
        )}
      </header>
      {isHeader && entries > MAX_HEADER_LINKS && (
        <p className={styles['full']}>
          <Icon name="warning" small /> {words.full()}
        </p>
      )}
      <SortList id={menu.id} label={name} count={menu.items.length} className={styles['links']}>
        {menu.items.map((row, index) => (
          <LinkRow
            // oxlint-disable-next-line react/no-array-index-key -- links have no identity
            key={index}
            place={{ list: menu.id, index }}
            row={row}
            rows={menu.items}
            content={content}
            isSelected={selected.list === menu.id && selected.index === index}
            onSelect={onSelect}
            actions={actions}
          />
        ))}
      </SortList>
    </section>
  );
}

interface LinkRowProps extends Pick<LinksProps, 'onSelect' | 'actions'> {
  readonly place: Place;
  readonly row: MenuRow;
  readonly rows: readonly MenuRow[];
  readonly content: unknown;
  readonly isSelected: boolean;
}

function LinkRow({ place, row, rows, content, isSelected, onSelect, actions }: LinkRowProps) {
  const { menus: words, links } = useMessages();
  const { link, isBelow } = row;
  const wordsOf = useLinkWords(content);
  const label = text(link['label']);
  const href = text(link['href']);
  const isDead = linkFault(href, content) !== undefined;
  return (
    <SortItem
      place={place}
      name={label}
      span={rowSpan(rows, place.index)}
      className={cx(styles[isSelected ? 'selected' : 'link'], isBelow && styles['below'])}
    >
      <AriaButton className={styles['linkButton'] ?? ''} aria-pressed={isSelected} onPress={() => onSelect(place)}>
        <Icon name={linkIconOf(href, content)} small className={styles['linkIcon']} />
        <b>{label === '' ? words.untitled() : label}</b>
        {isDead ? (
          <Tag mood="warn" icon="warning">
            {links.dead()}
          </Tag>
        ) : (
          <small>{wordsOf(href)}</small>
        )}
        {link['membersOnly'] === true && <Tag>{words.membersOnly()}</Tag>}
      </AriaButton>
      {actions !== undefined && <RowMenu place={place} row={row} rows={rows} content={content} actions={actions} />}
    </SortItem>
  );
}

/** What can be done with a link. */
function RowMenu({
  place,
  row: { link, isBelow },
  rows,
  content,
  actions,
}: Pick<LinkRowProps, 'place' | 'row' | 'rows' | 'content'> & { readonly actions: MenuActions }) {
  const { menus: words, settings, sort } = useMessages();
  const label = text(link['label']);
  const above = rowAbove(place, rows);
  const step = (direction: -1 | 1) => {
    const to = linkStep(content, place, direction);
    return to === undefined ? [] : [{ to, direction }];
  };
  return (
    <Menu
      label={words.actionsOf({ label })}
      trigger={<IconButton icon="more" label={words.actionsOf({ label })} />}
      entries={[
        ...[...step(-1), ...step(1)].map(({ to, direction }) => ({
          id: direction === -1 ? 'up' : 'down',
          label: direction === -1 ? sort.up() : sort.down(),
          icon: direction === -1 ? ('up' as const) : ('downArrow' as const),
          onAction: () => actions.move(place, to),
        })),
        ...(above === undefined
          ? []
          : [
              {
                id: 'indent',
                label: isBelow
                  ? words.notUnder({ label: text(above.link['label']) })
                  : words.under({ label: text(above.link['label']) }),
                icon: isBelow ? ('left' as const) : ('right' as const),
                onAction: () => void actions.indent(place, !isBelow),
              },
            ]),
        { id: 'remove', label: settings.remove({ name: label }), icon: 'trash', onAction: () => actions.remove(place) },
      ]}
    />
  );
}
