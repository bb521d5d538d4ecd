import { list, text } from '@marquee/api/json.ts';
import { useState } from 'react';
import { Button, ButtonLink, IconButton } from '../../parts/Button.tsx';
import { Segments } from '../../parts/Choice.tsx';
import { DraftScreen } from '../../parts/DraftScreen.tsx';
import { Thumbnail } from '../../parts/Picture.tsx';
import { DEVICE_WIDTH, PreviewDevice } from '../../parts/PreviewDevice.tsx';
import { PreviewFrame } from '../../parts/PreviewFrame.tsx';
import { RestrictionNote } from '../../parts/Restricted.tsx';
import { SortArea, SortItem, SortList } from '../../parts/Sortable.tsx';
import { Card, Empty, List, Page, Quiet, Skeleton, Stack, Tag } from '../../parts/Surface.tsx';
import { BY_SHOWS_POINTER, HIDDEN_POINTER, ORDER_POINTER } from '../../state/content/film-order.ts';
import { recordsOf } from '../../state/content/records.ts';
import { isSingleLocation } from '../../state/content/theaters.ts';
import type { DraftState, PartChange } from '../../state/draft/machine.ts';
import { useOpenSite, usePart } from '../../state/drafts.ts';
import { type Days, type Feature, featuresOf, leadOn, newFeatureId, placed, planChanges } from '../../state/featured/plan.ts';
import { type ListedFilm, keepsFilm, movedOrder } from '../../state/films/list.ts';
import { useFilmList } from '../../state/films/queries.ts';
import { screenPath, useAsked } from '../../state/location.ts';
import { useMessages } from '../../state/messages.ts';
import { isSame, valueAt } from '../../state/pointer.ts';
import { usePreviewAddress } from '../../state/preview/addresses.ts';
import { useContentVersion } from '../../state/preview/content.ts';
import { clockOf, laterDay, localTimeOf } from '../../state/program/clock.ts';
import { can } from '../../state/roles.ts';
import { showToast } from '../../state/toasts.ts';
import { FeatureDialog } from './FeatureDialog.tsx';
import styles from './Featured.module.css';
import { type Lane, Timeline } from './Timeline.tsx';

const SPANS = ['4', '12'] as const;
type Span = (typeof SPANS)[number];

/** Days of a new feature, unless a shorter gap was chosen. */
const USUAL_DAYS = 7;

/** Which film leads the home page on which days, and the order of the films below it. */
export const FeaturedScreen = () => <DraftScreen>{(state) => <Featured state={state} />}</DraftScreen>;

function Featured({ state }: { readonly state: DraftState }) {
  const { featured: words, nav, common } = useMessages();
  const { site } = useOpenSite();
  const [span, setSpan] = useState<Span>('4');
  const { films, now, isLoading } = useFilmList(state);
  const { content } = state;
  const lanes = useLanes(content);
  const today = todayOf(content, now);
  const days = { from: today, to: laterDay(today, Number(span) * 7 - 1) };
  const plan = usePlan(content, films);
  const mayEdit = can(site, 'editProgram');
  const add = (theater: string, gap: Days): void => plan.setOpen({ feature: newFeature(theater, gap), isNew: true });
  useAsked('film', (film) => mayEdit && plan.setOpen({ feature: { ...newFeature('', days), film }, isNew: true }));
  if (isLoading)
    return (
      <Page title={nav.featured()} lead={words.lead()}>
        <Skeleton label={common.loading()} count={6} />
      </Page>
    );
  return (
    <Page
      title={nav.featured()}
      lead={words.lead()}
      actions={
        <>
          <Segments
            label={words.span()}
            value={span}
            options={SPANS.map((value) => ({ value, label: words.weeks({ count: Number(value) }) }))}
            onChange={setSpan}
          />
          {mayEdit && (
            <Button look="solid" icon="plus" onPress={() => add('', days)}>
              {words.add()}
            </Button>
          )}
        </>
      }
    >
      <RestrictionNote permission="editProgram" />
      <Timeline
        content={content}
        films={films}
        lanes={lanes}
        days={days}
        mayEdit={mayEdit}
        onPlace={plan.place}
        onRemove={plan.remove}
        onOpen={(feature) => mayEdit && plan.setOpen({ feature, isNew: false })}
        onAdd={add}
      />
      <p id="featured-keys" hidden>
        {words.keys()}
      </p>
      <div className={styles['columns']}>
        <Order films={films} now={now} lead={leadOn(featuresOf(content), today)?.film} state={state} mayEdit={mayEdit} />
        <Stack>
          <Today />
          <Hidden films={films} mayEdit={mayEdit} />
        </Stack>
      </div>
      <OpenFeature plan={plan} films={films} lanes={lanes} />
    </Page>
  );
}

/** A week of a gap, without a film. */
function newFeature(theater: string, gap: Days): Feature {
  const week = laterDay(gap.from, USUAL_DAYS - 1);
  return { id: newFeatureId(), film: '', from: gap.from, to: week < gap.to ? week : gap.to, theater };
}

/** The dialog of a feature that is added or changed. */
function OpenFeature({
  plan: { open, setOpen, place, remove },
  films,
  lanes,
}: {
  readonly plan: ReturnType<typeof usePlan>;
  readonly films: readonly ListedFilm[];
  readonly lanes: readonly Lane[];
}) {
  if (open === undefined) return null;
  const { feature, isNew } = open;
  const close = (): void => setOpen(undefined);
  const onRemove = (): void => {
    close();
    remove(feature);
  };
  return (
    <FeatureDialog
      feature={feature}
      films={films}
      lanes={lanes}
      onSave={(next) => {
        close();
        place(next);
      }}
      onRemove={isNew ? undefined : onRemove}
      onClose={close}
    />
  );
}

/** All theaters, then each theater of a circuit. */
function useLanes(content: unknown): readonly Lane[] {
  const { featured: words } = useMessages();
  const all = { theater: '', name: words.allTheaters() };
  const theaters = recordsOf(content, 'theaters').map(({ id, name }) => ({ theater: id, name }));
  return isSingleLocation(content) || theaters.length < 2 ? [all] : [all, ...theaters];
}

/** The cinema day of an instant at the first theater. */
function todayOf(content: unknown, now: string): string {
  const [theater] = recordsOf(content, 'theaters');
  return localTimeOf(clockOf(content, theater?.id ?? ''), now)?.day ?? now.slice(0, 10);
}

/** Changes of the plan, each with a way back where more than one bar has changed. */
function usePlan(content: unknown, films: readonly ListedFilm[]) {
  const { featured: words, common } = useMessages();
  const { draft } = useOpenSite();
  const [open, setOpen] = useState<{ readonly feature: Feature; readonly isNew: boolean }>();
  const features = featuresOf(content);
  const titleOf = (id: string): string => films.find((film) => film.id === id)?.title ?? id;
  const edit = (changes: readonly PartChange[], said?: string): void => {
    if (changes.length === 0) return;
    const before = changes.map(({ pointer }) => ({ pointer, to: valueAt(content, pointer) }));
    draft.edit(changes);
    if (said !== undefined) showToast(said, { label: common.undo(), onAction: () => draft.edit(before) });
  };
  const place = (feature: Feature): void => {
    const after = placed(features, feature);
    const moved = after.find((other) => {
      const wanted = other.id === feature.id ? feature : features.find(({ id }) => id === other.id);
      return wanted !== undefined && !isSame(other, wanted);
    });
    const lost = features.find(({ id }) => !after.some((other) => other.id === id));
    const yielded = moved ?? lost;
    edit(planChanges(features, after), yielded === undefined ? undefined : words.yields({ title: titleOf(yielded.film) }));
  };
  const remove = (feature: Feature): void =>
    edit(
      planChanges(
        features,
        features.filter(({ id }) => id !== feature.id),
      ),
      words.removed({ title: titleOf(feature.film) }),
    );
  return { open, setOpen, place, remove };
}

const ORDERS = ['mine', 'shows', 'release'] as const;
type OrderKind = (typeof ORDERS)[number];

interface OrderProps {
  readonly films: readonly ListedFilm[];
  readonly now: string;
  /** Id of the film that leads today. */
  readonly lead: string | undefined;
  readonly state: DraftState;
  readonly mayEdit: boolean;
}

/** The films now showing, in the order of the home page. */
function Order({ films, now, lead, state, mayEdit }: OrderProps) {
  const { featured: words, nav } = useMessages();
  const { site, draft } = useOpenSite();
  const shown = films.filter((film) => keepsFilm('now', film, now) && film.state !== 'hidden');
  const { kind, choose } = useOrderKind(shown);
  const hide = useHide(state.content);
  const move = (from: number, to: number): void => {
    const [film, other] = [shown[from], shown[to]];
    if (film !== undefined && other !== undefined)
      draft.edit([{ pointer: ORDER_POINTER, to: movedOrder(films, state.content, film.id, other.id) }]);
  };
  const isChanged = [ORDER_POINTER, BY_SHOWS_POINTER].some(
    (pointer) => !isSame(valueAt(state.server.live, pointer), valueAt(state.content, pointer)),
  );
  return (
    <Card
      title={words.order()}
      trailing={
        <>
          {isChanged && <Tag mood="warn">{nav.changes({ count: 1 })}</Tag>}
          <Segments
            label={words.order()}
            value={kind}
            options={ORDERS.map((value) => ({ value, label: words.orders[value]() }))}
            onChange={choose}
            isDisabled={!mayEdit}
          />
        </>
      }
    >
      {shown.length === 0 && (
        <Empty
          icon="star"
          title={words.noFilms()}
          action={<ButtonLink href={screenPath(site.key, 'program')}>{words.toProgram()}</ButtonLink>}
        >
          {words.noFilmsText()}
        </Empty>
      )}
      <SortArea
        onMove={(from, to) => move(from.index, to.index)}
        stepFrom={({ list: name, index }, step) =>
          shown[index + step] === undefined ? undefined : { list: name, index: index + step }
        }
        isFixed={!mayEdit}
      >
        <SortList id="order" label={words.order()} count={shown.length}>
          {shown.map((film, index) => (
            <OrderRow key={film.id} film={film} index={index} isLead={film.id === lead} onHide={mayEdit ? hide : undefined} />
          ))}
        </SortList>
      </SortArea>
    </Card>
  );
}

function OrderRow({
  film,
  index,
  isLead,
  onHide,
}: {
  readonly film: ListedFilm;
  readonly index: number;
  readonly isLead: boolean;
  readonly onHide: ((film: ListedFilm) => void) | undefined;
}) {
  const { featured: words } = useMessages();
  const { title, poster } = film;
  return (
    <SortItem place={{ list: 'order', index }} name={title} className={styles['row']}>
      <span className={styles['number']}>{index + 1}</span>
      <span className={styles['poster']}>
        <Thumbnail picture={poster} icon="film" />
      </span>
      <div className={styles['name']}>
        <b>{title}</b>
        {isLead && <Tag>{words.follows()}</Tag>}
      </div>
      {onHide !== undefined && <IconButton icon="eyeOff" label={words.hideFilm({ title })} onPress={() => onHide(film)} />}
    </SortItem>
  );
}

/** How the films are ordered, and a function that orders them otherwise. The order by shows and by release follows the program. */
function useOrderKind(shown: readonly ListedFilm[]) {
  const { featured: words, common } = useMessages();
  const { draft } = useOpenSite();
  const [order] = usePart(ORDER_POINTER);
  const [byShows] = usePart(BY_SHOWS_POINTER);
  const kind: OrderKind = list(order).length > 0 ? 'mine' : byShows === true ? 'shows' : 'release';
  const set = (ids: unknown, isByShows: unknown): void =>
    draft.edit([
      { pointer: ORDER_POINTER, to: ids },
      { pointer: BY_SHOWS_POINTER, to: isByShows },
    ]);
  const choose = (next: OrderKind): void => {
    if (next === kind) return;
    set(next === 'mine' ? shown.map(({ id }) => id) : [], next === 'shows');
    showToast(words.ordered(), { label: common.undo(), onAction: () => set(order, byShows) });
  };
  return { kind, choose };
}

/** Hides a film from visitors, with a way back. */
function useHide(content: unknown) {
  const { featured: words, common } = useMessages();
  const [, change] = usePart(HIDDEN_POINTER);
  return ({ id, title }: ListedFilm): void => {
    const hidden = list(valueAt(content, HIDDEN_POINTER)).map(text);
    change([...hidden, id]);
    showToast(words.nowHidden({ title }), { label: common.undo(), onAction: () => change(hidden) });
  };
}

/** The home page of today with the draft. */
function Today() {
  const { featured: words } = useMessages();
  const address = usePreviewAddress();
  const version = useContentVersion();
  return (
    <Card title={words.today()} trailing={<Quiet>{words.homeWide()}</Quiet>}>
      <div className={styles['today']}>
        <PreviewDevice width={DEVICE_WIDTH.desktop} className={styles['device']}>
          <PreviewFrame url={address} version={version} title={words.today()} isStatic />
        </PreviewDevice>
      </div>
      <p className={styles['hint']}>{words.hint()}</p>
    </Card>
  );
}

/** Films that visitors never see. */
function Hidden({ films, mayEdit }: { readonly films: readonly ListedFilm[]; readonly mayEdit: boolean }) {
  const { featured: words } = useMessages();
  const [value, change] = usePart(HIDDEN_POINTER);
  const ids = list(value).map(text);
  return (
    <Card title={words.hidden()}>
      {ids.length === 0 && <p className={styles['hint']}>{words.noHidden()}</p>}
      <List>
        {ids.map((id) => (
          <li key={id}>
            <div>{films.find((film) => film.id === id)?.title ?? id}</div>
            {mayEdit && (
              <Button size="small" onPress={() => change(ids.filter((other) => other !== id))}>
                {words.show()}
              </Button>
            )}
          </li>
        ))}
      </List>
    </Card>
  );
}
