import { list, text } from '@marquee/api/json.ts';
import { useState } from 'react';
import { Button, IconButton } from '../../parts/Button.tsx';
import { DraftScreen } from '../../parts/DraftScreen.tsx';
import { SearchField } from '../../parts/Field.tsx';
import { SortArea, SortItem, SortList } from '../../parts/Sortable.tsx';
import { Card, Empty, List, Page, Stack, Tag } from '../../parts/Surface.tsx';
import { HIDDEN_POINTER, ORDER_POINTER } from '../../state/content/film-order.ts';
import { type Film, sortedIds, useFilms } from '../../state/content/films.ts';
import { moved } from '../../state/content/sequence.ts';
import type { DraftState } from '../../state/draft/machine.ts';
import { useOpenSite, usePart } from '../../state/drafts.ts';
import { useFormats, useMessages } from '../../state/messages.ts';
import { isSame, valueAt } from '../../state/pointer.ts';
import { can } from '../../state/roles.ts';
import { matches } from '../../state/search.ts';
import { showToast } from '../../state/toasts.ts';
import styles from './Featured.module.css';

/** Which films come first on the home page, and which are hidden. */
export const FeaturedScreen = () => <DraftScreen>{(state) => <Featured state={state} />}</DraftScreen>;

function Featured({ state }: { readonly state: DraftState }) {
  const { featured: words, nav } = useMessages();
  const films = useFilms(state.content);
  const [order, changeOrder] = usePart(ORDER_POINTER);
  const [hidden, changeHidden] = usePart(HIDDEN_POINTER);
  const first = list(order).map(text);
  const hiddenIds = list(hidden).map(text);
  const others = films.filter(({ id }) => !first.includes(id) && !hiddenIds.includes(id));
  return (
    <Page title={nav.featured()} lead={words.lead()}>
      <div className={styles['columns']}>
        <Order films={films} ids={first} hiddenIds={hiddenIds} state={state} onChange={changeOrder} />
        <Stack>
          <Others films={others} onAdd={(id) => changeOrder([...first, id])} onHide={(id) => changeHidden([...hiddenIds, id])} />
          <Hidden
            films={films.filter(({ id }) => hiddenIds.includes(id))}
            onShow={(id) => changeHidden(hiddenIds.filter((other) => other !== id))}
          />
        </Stack>
      </div>
    </Page>
  );
}

/** The films that come first, in order. */
function Order({
  films,
  ids,
  hiddenIds,
  state,
  onChange,
}: {
  readonly films: readonly Film[];
  readonly ids: readonly string[];
  readonly hiddenIds: readonly string[];
  readonly state: DraftState;
  readonly onChange: (ids: readonly string[]) => void;
}) {
  const { featured: words, common, nav } = useMessages();
  const { site, draft } = useOpenSite();
  const filmOf = (id: string): Film => films.find((film) => film.id === id) ?? { id, title: id, releaseDate: '', shows: undefined };
  const remove = (id: string): void => {
    onChange(ids.filter((other) => other !== id));
    showToast(words.removed({ title: filmOf(id).title }), {
      label: common.undo(),
      onAction: () => draft.edit([{ pointer: ORDER_POINTER, to: ids }]),
    });
  };
  const isKnown = ids.some((id) => filmOf(id).shows !== undefined);
  const isChanged = !isSame(valueAt(state.server.live, ORDER_POINTER), valueAt(state.content, ORDER_POINTER));
  return (
    <Card
      title={words.order()}
      trailing={
        <>
          {isChanged && <Tag mood="warn">{nav.changes({ count: 1 })}</Tag>}
          {isKnown && can(site, 'editProgram') && (
            <>
              <Button size="small" onPress={() => onChange(sortedIds(ids.map(filmOf), 'shows'))}>
                {words.byShows()}
              </Button>
              <Button size="small" onPress={() => onChange(sortedIds(ids.map(filmOf), 'release'))}>
                {words.byRelease()}
              </Button>
            </>
          )}
        </>
      }
    >
      {ids.length === 0 && <Empty title={words.noOrder()}>{words.noOrderText()}</Empty>}
      <SortArea
        onMove={(from, to) => onChange(moved(ids, from.index, to.index))}
        stepFrom={({ list: name, index }, step) =>
          ids[index + step] === undefined ? undefined : { list: name, index: index + step }
        }
      >
        <SortList id="order" label={words.order()} count={ids.length}>
          {ids.map((id, index) => (
            <OrderRow
              key={id}
              film={filmOf(id)}
              index={index}
              count={ids.length}
              isHidden={hiddenIds.includes(id)}
              onMove={(to) => onChange(moved(ids, index, to))}
              onRemove={() => remove(id)}
            />
          ))}
        </SortList>
      </SortArea>
      <p className={styles['hint']}>{words.hint()}</p>
    </Card>
  );
}

function OrderRow({
  film,
  index,
  count,
  isHidden,
  onMove,
  onRemove,
}: {
  readonly film: Film;
  readonly index: number;
  readonly count: number;
  readonly isHidden: boolean;
  readonly onMove: (to: number) => void;
  readonly onRemove: () => void;
}) {
  const { featured: words, settings, sort } = useMessages();
  return (
    <SortItem place={{ list: 'order', index }} name={film.title} className={styles['row']}>
      <span className={styles['number']}>{index + 1}</span>
      <div>
        <FilmName film={film} />
        {isHidden && <Tag mood="warn">{words.isHidden()}</Tag>}
      </div>
      <IconButton
        icon="up"
        label={sort.upOf({ name: film.title })}
        keys="Alt ↑"
        isDisabled={index === 0}
        onPress={() => onMove(index - 1)}
      />
      <IconButton
        icon="downArrow"
        label={sort.downOf({ name: film.title })}
        keys="Alt ↓"
        isDisabled={index === count - 1}
        onPress={() => onMove(index + 1)}
      />
      <IconButton icon="close" label={settings.remove({ name: film.title })} onPress={onRemove} />
    </SortItem>
  );
}

function FilmName({ film }: { readonly film: Film }) {
  const { featured: words } = useMessages();
  const { day } = useFormats();
  const lines = [
    film.releaseDate === '' ? '' : words.release({ day: day(`${film.releaseDate}T12:00:00`) }),
    film.shows === undefined ? '' : words.shows({ count: film.shows }),
  ].filter((line) => line !== '');
  return (
    <>
      <b className={styles['name']}>{film.title}</b> <span className={styles['facts']}>{lines.join(' · ')}</span>
    </>
  );
}

/** The films without a place in the order. */
function Others({
  films,
  onAdd,
  onHide,
}: {
  readonly films: readonly Film[];
  readonly onAdd: (id: string) => void;
  readonly onHide: (id: string) => void;
}) {
  const { featured: words } = useMessages();
  const [query, setQuery] = useState('');
  const found = films.filter(({ title }) => matches(title, query));
  return (
    <Card title={words.others()}>
      <div className={styles['search']}>
        <SearchField label={words.find()} value={query} onChange={setQuery} />
      </div>
      {found.length === 0 && <p className={styles['hint']}>{words.noOthers()}</p>}
      <List>
        {found.slice(0, 40).map((film) => (
          <li key={film.id}>
            <div>
              <FilmName film={film} />
            </div>
            <IconButton icon="eyeOff" label={words.hideFilm({ title: film.title })} onPress={() => onHide(film.id)} />
            <IconButton icon="plus" label={words.addFilm({ title: film.title })} onPress={() => onAdd(film.id)} />
          </li>
        ))}
      </List>
    </Card>
  );
}

/** Films that visitors never see. */
function Hidden({ films, onShow }: { readonly films: readonly Film[]; readonly onShow: (id: string) => void }) {
  const { featured: words } = useMessages();
  return (
    <Card title={words.hidden()}>
      {films.length === 0 && <p className={styles['hint']}>{words.noHidden()}</p>}
      <List>
        {films.map((film) => (
          <li key={film.id}>
            <div>
              <FilmName film={film} />
            </div>
            <Button size="small" onPress={() => onShow(film.id)}>
              {words.show()}
            </Button>
          </li>
        ))}
      </List>
    </Card>
  );
}
