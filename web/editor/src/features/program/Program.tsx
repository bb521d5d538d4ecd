import { useLocation } from '@tanstack/react-router';
import { type MouseEvent, type PointerEvent, type ReactNode, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '../../parts/Button.tsx';
import { DraftScreen } from '../../parts/DraftScreen.tsx';
import { Empty, Note, useScreenTitle } from '../../parts/Surface.tsx';
import { useMatchesMedia } from '../../parts/use-matches-media.ts';
import { useNow } from '../../state/clock.ts';
import type { DraftState } from '../../state/draft/machine.ts';
import { errorText } from '../../state/errors.ts';
import { nameOfOnly } from '../../state/feeds/sources.ts';
import { DAY_SEARCH, namedBy, showPlaceIn } from '../../state/location.ts';
import { useMessages } from '../../state/messages.ts';
import { placedShow } from '../../state/program/placement.ts';
import { type ProgramShow, isMovable } from '../../state/program/shows.ts';
import { showToast } from '../../state/toasts.ts';
import { AttributesDialog } from './AttributesDialog.tsx';
import { followPointer, targetAt } from './drag.ts';
import { Grid } from './Grid.tsx';
import { NewFilmDialog } from '../../parts/NewFilmDialog.tsx';
import { PhoneProgram } from './PhoneProgram.tsx';
import { LiveRegion, QuickEntry } from './QuickEntry.tsx';
import { RulesDialog } from './RulesDialog.tsx';
import { Shelf } from './Shelf.tsx';
import { SpreadsheetDialog } from './SpreadsheetDialog.tsx';
import { ShowPopover, ShowSheet } from './ShowPopover.tsx';
import { Toolbar } from './Toolbar.tsx';
import { type ProgramActions, useActions, usePublishDays } from './use-actions.ts';
import { useGridKeys, useProgramKeys } from './use-keys.ts';
import { type Program as ProgramModel, showView, useProgram } from './use-program.ts';
import { type Dialogs, useDialogs } from './use-dialogs.ts';
import styles from './Program.module.css';

/** The program, typed by hand: the week or the day of a theater. */
export const ProgramScreen = () => <DraftScreen>{(state) => <Program state={state} />}</DraftScreen>;

function Program({ state }: { readonly state: DraftState }) {
  const now = useNow();
  const search = useLocation({ select: ({ searchStr }) => searchStr });
  useLayoutEffect(() => {
    const named = showPlaceIn(search);
    if (search.startsWith(DAY_SEARCH)) showView({ day: '', kind: 'day' });
    else if (named !== undefined) showView({ day: named.day, theater: named.theater });
  }, [search]);
  return <ProgramAt key={namedBy(search)} state={state} now={now} />;
}

function ProgramAt({ state, now }: { readonly state: DraftState; readonly now: Date }) {
  const { theaters } = useMessages();
  const program = useProgram(state, now);
  return program === undefined ? (
    <Empty icon="calendar" title={theaters.none()}>
      {theaters.noneText()}
    </Empty>
  ) : (
    <OpenProgram state={state} program={program} />
  );
}

function OpenProgram({ state, program }: { readonly state: DraftState; readonly program: ProgramModel }) {
  const { nav } = useMessages();
  const heading = useScreenTitle(nav.program());
  const isPhone = useMatchesMedia('(max-width: 767px)');
  const [announced, announce] = useState('');
  const actions = useActions(state, program, announce);
  const publishing = usePublishDays(program);
  const dialogs = useDialogs(program);
  return (
    <>
      {isPhone ? (
        <PhoneProgram
          program={program}
          actions={actions}
          publishing={publishing}
          heading={heading}
          onOpen={dialogs.openShow}
          onAdd={() => dialogs.openEntry()}
        />
      ) : (
        <Desktop program={program} actions={actions} dialogs={dialogs} announce={announce}>
          {(onWarning) => (
            <Toolbar
              program={program}
              actions={actions}
              heading={heading}
              publishing={publishing}
              onWarning={onWarning}
              onAdd={() => dialogs.openEntry()}
              onRules={dialogs.openRules}
              onSpreadsheet={dialogs.openSpreadsheet}
            />
          )}
        </Desktop>
      )}
      <OpenDialog state={state} program={program} actions={actions} dialogs={dialogs} isPhone={isPhone} />
      {dialogs.hasAttributes && <AttributesDialog program={program} onClose={() => dialogs.showAttributes(false)} />}
      <LiveRegion text={announced} />
    </>
  );
}

/** The dialog that is open; one at a time. */
function OpenDialog({
  state,
  program,
  actions,
  dialogs,
  isPhone,
}: {
  readonly state: DraftState;
  readonly program: ProgramModel;
  readonly actions: ProgramActions;
  readonly dialogs: Dialogs;
  readonly isPhone: boolean;
}) {
  const { open, close } = dialogs;
  const openAttributes = (): void => dialogs.showAttributes(true);
  if (open === undefined) return null;
  switch (open.kind) {
    case 'show': {
      const show = program.placed.find((placed) => placed.show.id === open.id)?.show;
      if (show === undefined) return null;
      const props = { program, show, actions, onEditAttributes: openAttributes, onClose: close };
      return isPhone ? (
        <ShowSheet key={show.id} {...props} />
      ) : (
        <ShowPopover key={show.id} {...props} isHidden={dialogs.hasAttributes} />
      );
    }
    case 'entry':
      return <QuickEntry program={program} preset={open.preset} onAdd={actions.add} onClose={close} />;
    case 'rules':
      return <RulesDialog program={program} onEditAttributes={openAttributes} onClose={close} />;
    case 'spreadsheet':
      return <SpreadsheetDialog program={program} content={state.content} onClose={close} />;
    case 'film':
      return <NewFilmDialog onAdd={(title) => dialogs.openEntry({ text: `${title} ` })} onClose={close} />;
  }
}

interface GridParts {
  readonly program: ProgramModel;
  readonly actions: ProgramActions;
  readonly dialogs: Dialogs;
  readonly announce: (text: string) => void;
}

/** The selection and the focus of the grid, its keys, and its drags. */
function useGrid(grid: React.RefObject<HTMLElement | null>, { program, actions, dialogs, announce }: GridParts) {
  const { program: words } = useMessages();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [copied, setCopied] = useState<readonly ProgramShow[]>([]);
  const [focused, setFocused] = useState('');
  const focus = useFocus(grid);
  const source = nameOfOnly(program.sources);
  const copy = (shows: readonly ProgramShow[]): void => {
    setCopied(shows);
    showToast(words.clipboard({ count: shows.length }));
  };
  const onWarning = (kind?: string): void => {
    const next = nextWarning(program, focused, kind);
    if (next !== undefined) showView({ day: next.local.day });
    if (next !== undefined) focus(next.id);
  };
  const handlers = {
    program,
    actions,
    selection: { ids: selected, set: setSelected, copied, copy },
    onAdd: () => program.mayEdit && dialogs.openEntry(),
    onOpen: dialogs.openShow,
    onWarning: () => onWarning(),
    onLocked: () => announce(source === undefined ? words.fromFeedText() : words.fromNamedText({ name: source })),
    focus,
  };
  useProgramKeys(handlers);
  const onKeyDown = useGridKeys(handlers);
  const pointer = usePointers(program, actions, dialogs, focus);
  return { selected, focused, setFocused, focus, onWarning, onKeyDown, pointer };
}

/** The shelf and the grid with drags and keys. */
function Desktop({
  program,
  actions,
  dialogs,
  announce,
  children,
}: GridParts & {
  readonly children: (onWarning: (kind?: string) => void) => ReactNode;
}) {
  const { program: words } = useMessages();
  const grid = useRef<HTMLElement>(null);
  const { selected, focused, setFocused, focus, onWarning, onKeyDown, pointer } = useGrid(grid, {
    program,
    actions,
    dialogs,
    announce,
  });
  useScrollToDay(grid, program);
  return (
    <div className={styles['program']}>
      {children(onWarning)}
      <Shelf
        program={program}
        onDrop={(film, { day, screen, start }) =>
          focus(actions.add({ movieId: film.id, local: { day, minutes: start }, screen, attributes: [] }))
        }
        onChoose={(film) => dialogs.openEntry({ text: `${film.title} ` })}
        onNewFilm={dialogs.openFilm}
      />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- its items have the keys */}
      <section
        ref={grid}
        className={styles['grid']}
        data-program-grid=""
        aria-label={words.grid()}
        onKeyDown={onKeyDown}
        {...pointer}
        onFocus={(event) => {
          const place = placeOf(event.target);
          if (place === undefined) return;
          setFocused(place.id);
          if (program.day !== place.day) showView({ day: place.day });
        }}
      >
        {program.error !== null && <LoadFault error={program.error} onRetry={program.retry} />}
        <Grid program={program} selected={selected} focused={focused} onCopyDay={actions.copyDay} onRemoveDay={actions.removeDay} />
      </section>
    </div>
  );
}

/** The show with the next warning after the focused one, of one kind or of all. */
function nextWarning({ warnings, placed }: ProgramModel, focused: string, kind: string | undefined): ProgramShow | undefined {
  const all = warnings.filter((warning) => kind === undefined || warning.kind === kind).map(({ show }) => show);
  const next = all[all.lastIndexOf(focused) + 1] ?? all[0];
  return placed.find(({ show }) => show.id === next)?.show;
}

/** The item of the grid that has the focus, and its day. */
function placeOf(target: Element): { readonly id: string; readonly day: string } | undefined {
  const item = target.closest<HTMLElement>('[data-item]');
  const lane = item?.closest<HTMLElement>('[data-lane]');
  if (item === null || lane === null || lane === undefined) return undefined;
  const { day = '', screen = '' } = lane.dataset;
  return { id: item.dataset['show'] ?? `${day} ${screen}`, day };
}

function LoadFault({ error, onRetry }: { readonly error: Error; readonly onRetry: () => void }) {
  const messages = useMessages();
  return (
    <Note mood="bad" title={messages.program.feedFailed()} action={<Button onPress={onRetry}>{messages.common.tryAgain()}</Button>}>
      {errorText(error, messages)}
    </Note>
  );
}

/** Shows the day of the view when the week opens, and the day of another week. */
function useScrollToDay(grid: React.RefObject<HTMLElement | null>, { day, days, view, isLoading }: ProgramModel): void {
  const [first] = days;
  const index = view.kind === 'week' ? days.indexOf(day) : 0;
  const key = `${first} ${view.kind} ${isLoading}`;
  const shown = useRef('');
  useLayoutEffect(() => {
    if (shown.current === key) return;
    shown.current = key;
    const section = grid.current?.querySelectorAll<HTMLElement>('section')[index];
    grid.current?.scrollTo({ top: index <= 0 || section === undefined ? 0 : section.offsetTop - HOURS_HEIGHT * rootFontSize() });
  }, [grid, key, index]);
}

/** Height of the hours above the lanes, with room for the minutes of gaps, in units of the root's font size. */
const HOURS_HEIGHT = 2.625;

const rootFontSize = (): number => Number.parseFloat(getComputedStyle(document.documentElement).fontSize);

/** Focuses a show, once it is where it belongs. */
function useFocus(grid: React.RefObject<HTMLElement | null>): (id: string) => void {
  const wanted = useRef('');
  const [, render] = useState(0);
  useLayoutEffect(() => {
    if (wanted.current === '') return;
    const item = grid.current?.querySelector<HTMLElement>(`[data-show="${CSS.escape(wanted.current)}"]`);
    if (item === null || item === undefined) return;
    wanted.current = '';
    item.focus({ preventScroll: true });
    item.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });
  return useCallback((id) => {
    wanted.current = id;
    render((count) => count + 1);
  }, []);
}

/** Drags of shows, and clicks on shows and on empty time. */
function usePointers(program: ProgramModel, actions: ProgramActions, dialogs: Dialogs, focus: (id: string) => void) {
  const showAt = (target: EventTarget): ProgramShow | undefined => {
    const block = target instanceof Element ? target.closest<HTMLElement>('[data-show]') : null;
    return program.placed.find(({ show }) => show.id === block?.dataset['show'])?.show;
  };
  const onPointerDown = (event: PointerEvent): void => {
    const show = showAt(event.target);
    if (show === undefined || !program.mayEdit || !isMovable(show) || event.button !== 0 || event.pointerType === 'touch') return;
    const { start, end } = placedShow(show, program.films, program.theater.rules);
    const source = { film: show.fields.movieId, show: show.id, length: end - start };
    followPointer(event.nativeEvent, source, ({ day, screen, start: minutes }) => {
      actions.move([{ show, day, screen, minutes }]);
      focus(show.id);
    });
  };
  const onClick = (event: MouseEvent): void => {
    const show = showAt(event.target);
    if (show !== undefined) {
      dialogs.openShow(show.id);
      return;
    }
    const target = event.target;
    if (!program.mayEdit || !(target instanceof Element) || target.closest('[data-lane]') === null) return;
    const isByKey = event.detail === 0;
    const lane = target.closest<HTMLElement>('[data-lane]');
    const place = isByKey ? undefined : targetAt(event.clientX, event.clientY, 0);
    const { day = program.day, screen = '' } = lane?.dataset ?? {};
    dialogs.openEntry({ day, screen, ...(place === undefined ? {} : { minutes: place.start }) });
  };
  return { onPointerDown, onClick };
}
