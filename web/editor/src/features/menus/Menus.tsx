import { text } from '@marquee/api/json.ts';
import { useRef, useState } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { Button, IconButton } from '../../parts/Button.tsx';
import { DraftScreen } from '../../parts/DraftScreen.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { useLinkWords } from '../../parts/LinkField.tsx';
import { Menu } from '../../parts/Overlay.tsx';
import { SortArea, SortItem, SortList } from '../../parts/Sortable.tsx';
import { Page, Quiet, Stack, Tag } from '../../parts/Surface.tsx';
import { linkFault } from '../../state/content/links.ts';
import {
  MAX_HEADER_LINKS,
  type MenuLink,
  type MenuList,
  changedColumns,
  insertedLink,
  linkStep,
  menuListsOf,
  movedLink,
  removedLink,
} from '../../state/content/menus.ts';
import type { Place } from '../../state/content/sequence.ts';
import type { DraftState } from '../../state/draft/machine.ts';
import { useOpenSite } from '../../state/drafts.ts';
import { useMessages } from '../../state/messages.ts';
import { can } from '../../state/roles.ts';
import { showToast } from '../../state/toasts.ts';
import { ColumnForm, LinkForm } from './LinkForm.tsx';
import { FooterPreview, HeaderPreview } from './MenuPreview.tsx';
import styles from './Menus.module.css';

/** Header, footer and legal line. */
export const MenusScreen = () => <DraftScreen>{(state) => <Menus state={state} />}</DraftScreen>;

/** The list's name in words. */
function useMenuName(): (menu: MenuList) => string {
  const { menus } = useMessages();
  return ({ id, title }) => {
    if (id === 'header') return menus.header();
    if (id === 'legal') return menus.legal();
    return menus.column({ number: Number(id.split('/')[1]) + 1, title: title === '' ? menus.untitled() : title });
  };
}

function useMenuActions(content: unknown, setSelected: (place: Place) => void) {
  const { menus: words, common } = useMessages();
  const { draft } = useOpenSite();
  const move = (from: Place, to: Place): void => {
    draft.edit(movedLink(content, from, to));
    setSelected(to);
  };
  const add = (list: string): void => {
    const index = menuListsOf(content).find(({ id }) => id === list)?.items.length ?? 0;
    draft.edit(insertedLink(content, { list, index }, { label: words.newLink(), href: '' }));
    setSelected({ list, index });
  };
  const remove = (place: Place, item: MenuLink): void => {
    draft.edit(removedLink(content, place));
    showToast(words.removed({ label: text(item['label']) }), {
      label: common.undo(),
      onAction: () => draft.edit(insertedLink(draft.state()?.content, place, item)),
    });
  };
  const addColumn = (): void =>
    draft.edit(changedColumns(content, (columns) => [...columns, { title: words.newColumn(), items: [] }]));
  return { move, add, remove, addColumn };
}

function Menus({ state }: { readonly state: DraftState }) {
  const { menus: words, nav } = useMessages();
  const { site } = useOpenSite();
  const { content } = state;
  const lists = menuListsOf(content);
  const [selected, setSelected] = useState<Place>({ list: 'header', index: 0 });
  const link = lists.find(({ id }) => id === selected.list)?.items[selected.index];
  const column = lists.find((menu) => menu.id === selected.list && menu.column !== undefined);
  const { move, add, remove, addColumn } = useMenuActions(content, setSelected);
  const form = useRef<HTMLDivElement>(null);
  const select = (place: Place): void => {
    setSelected(place);
    // On narrow screens, the form is below the lists.
    requestAnimationFrame(() => form.current?.scrollIntoView({ block: 'nearest' }));
  };
  const isHeaderFull = (lists[0]?.items.length ?? 0) >= MAX_HEADER_LINKS;
  return (
    <Page
      title={nav.menus()}
      lead={words.lead()}
      actions={
        can(site, 'editSite') && (
          <>
            <Button icon="plus" onPress={addColumn}>
              {words.addColumn()}
            </Button>
            <Button look="solid" icon="plus" onPress={() => add(isHeaderFull ? (lists[1]?.id ?? 'legal') : 'header')}>
              {words.add()}
            </Button>
          </>
        )
      }
    >
      <div className={styles['columns']}>
        <div className={styles['lists']}>
          <SortArea onMove={move} stepFrom={(place, step) => linkStep(content, place, step)}>
            {lists.map((menu) => (
              <Links
                key={menu.id}
                menu={menu}
                content={content}
                selected={selected}
                onSelect={select}
                onAdd={() => add(menu.id)}
                onRemove={remove}
                onMove={move}
              />
            ))}
          </SortArea>
        </div>
        <Stack>
          <HeaderPreview content={content} />
          {link !== undefined && (
            <div ref={form}>
              <LinkForm key={`${selected.list} ${selected.index}`} state={state} place={selected} link={link} />
            </div>
          )}
          {column !== undefined && <ColumnForm key={column.id} state={state} menu={column} />}
          <FooterPreview content={content} />
        </Stack>
      </div>
    </Page>
  );
}

interface LinksProps {
  readonly menu: MenuList;
  readonly content: unknown;
  readonly selected: Place;
  readonly onSelect: (place: Place) => void;
  readonly onAdd: () => void;
  readonly onRemove: (place: Place, link: MenuLink) => void;
  readonly onMove: (from: Place, to: Place) => void;
}

/** One list with its links. */
function Links({ menu, content, selected, onSelect, onAdd, onRemove, onMove }: LinksProps) {
  const { menus: words } = useMessages();
  const name = useMenuName()(menu);
  const isHeader = menu.id === 'header';
  const count = menu.items.length;
  return (
    <section className={styles['list']}>
      <header className={styles['listHead']}>
        <h2>{name}</h2>
        {isHeader && <Quiet>{words.count({ count, limit: MAX_HEADER_LINKS })}</Quiet>}
        <IconButton icon="plus" label={words.addTo({ menu: name })} onPress={onAdd} />
      </header>
      {isHeader && count > MAX_HEADER_LINKS && (
        <p className={styles['full']}>
          <Icon name="warning" small /> {words.full()}
        </p>
      )}
      <SortList id={menu.id} label={name} count={count} className={styles['links']}>
        {menu.items.map((link, index) => (
          <LinkRow
            // oxlint-disable-next-line react/no-array-index-key -- links have no identity
            key={index}
            place={{ list: menu.id, index }}
            link={link}
            content={content}
            isSelected={selected.list === menu.id && selected.index === index}
            onSelect={onSelect}
            onRemove={onRemove}
            onMove={onMove}
          />
        ))}
      </SortList>
    </section>
  );
}

function LinkRow({
  place,
  link,
  content,
  isSelected,
  onSelect,
  onRemove,
  onMove,
}: {
  readonly place: Place;
  readonly link: MenuLink;
  readonly content: unknown;
  readonly isSelected: boolean;
} & Pick<LinksProps, 'onSelect' | 'onRemove' | 'onMove'>) {
  const { menus: words, settings, sort, links } = useMessages();
  const wordsOf = useLinkWords(content);
  const label = text(link['label']);
  const href = text(link['href']);
  const isDead = linkFault(href, content) !== undefined;
  const step = (direction: -1 | 1) => {
    const to = linkStep(content, place, direction);
    return to === undefined ? [] : [{ to, direction }];
  };
  return (
    <SortItem place={place} name={label} className={isSelected ? styles['selected'] : styles['link']}>
      <AriaButton className={styles['linkButton'] ?? ''} aria-pressed={isSelected} onPress={() => onSelect(place)}>
        <b>{label === '' ? words.untitled() : label}</b>
        {isDead ? (
          <Tag mood="warn" icon="warning">
            {links.dead()}
          </Tag>
        ) : (
          <small>{wordsOf(href)}</small>
        )}
      </AriaButton>
      <Menu
        label={words.actionsOf({ label })}
        trigger={<IconButton icon="more" label={words.actionsOf({ label })} />}
        entries={[
          ...[...step(-1), ...step(1)].map(({ to, direction }) => ({
            id: direction === -1 ? 'up' : 'down',
            label: direction === -1 ? sort.up() : sort.down(),
            icon: direction === -1 ? ('up' as const) : ('downArrow' as const),
            onAction: () => onMove(place, to),
          })),
          { id: 'remove', label: settings.remove({ name: label }), icon: 'trash', onAction: () => onRemove(place, link) },
        ]}
      />
    </SortItem>
  );
}
