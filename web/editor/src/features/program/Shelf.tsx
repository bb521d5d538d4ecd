import { cx } from '@marquee/ui/cx.ts';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { Button } from '../../parts/Button.tsx';
import { SearchField } from '../../parts/Field.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Thumbnail } from '../../parts/Picture.tsx';
import { useOpenSite } from '../../state/drafts.ts';
import { useMessages } from '../../state/messages.ts';
import { type ProgramFilm, shelfOf } from '../../state/program/films.ts';
import { filmLength } from '../../state/program/placement.ts';
import { can } from '../../state/roles.ts';
import { matches } from '../../state/search.ts';
import { type DropTarget, followPointer } from './drag.ts';
import { type Program, dayShows } from './use-program.ts';
import { useWords } from './use-words.ts';
import styles from './Shelf.module.css';

/** The most films of a list. */
const MAX_FILMS = 60;

/** The film that a key leads to from another; undefined if it leads nowhere. */
function filmAfterKey(films: readonly HTMLElement[], focused: HTMLElement, key: string): HTMLElement | undefined {
  const at = films.indexOf(focused);
  const keys: Readonly<Record<string, number>> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: films.length - 1 };
  const next = keys[key];
  return next === undefined ? undefined : films[next];
}

/**
 * The films, to be dragged into the grid. By keyboard, a film opens the line to type with its title. All films are one tab stop;
 * arrows move between them.
 */
export function Shelf({
  program,
  onDrop,
  onChoose,
  onNewFilm,
}: {
  readonly program: Program;
  readonly onDrop: (film: ProgramFilm, target: DropTarget) => void;
  readonly onChoose: (film: ProgramFilm) => void;
  readonly onNewFilm: () => void;
}) {
  const { program: words } = useMessages();
  const { site } = useOpenSite();
  const [query, setQuery] = useState('');
  const { now, soon } = shelfOf(
    program.films.filter(({ title }) => matches(title, query)),
    program.today,
  );
  const shelf = useRef<HTMLElement>(null);
  const [focused, setFocused] = useState('');
  const shown = [...now.slice(0, MAX_FILMS), ...soon.slice(0, MAX_FILMS)];
  const tabStop = shown.some(({ id }) => id === focused) ? focused : shown[0]?.id;
  const move = (event: KeyboardEvent<HTMLButtonElement>): void => {
    const films = [...(shelf.current?.querySelectorAll<HTMLElement>('li > button') ?? [])];
    const next = filmAfterKey(films, event.currentTarget, event.key);
    if (next === undefined) return;
    next.focus();
    event.preventDefault();
  };
  const list = (title: string, films: readonly ProgramFilm[], isSoon: boolean): ReactNode =>
    films.length > 0 && (
      <>
        <h2>{title}</h2>
        <ul>
          {films.slice(0, MAX_FILMS).map((film) => (
            <FilmRow
              key={film.id}
              film={film}
              program={program}
              isSoon={isSoon}
              isTabStop={film.id === tabStop}
              onFocus={() => setFocused(film.id)}
              onKey={move}
              onDrop={onDrop}
              onChoose={onChoose}
            />
          ))}
        </ul>
      </>
    );
  return (
    <section ref={shelf} className={styles['shelf']} aria-label={words.films()}>
      <SearchField label={words.findFilm()} value={query} onChange={setQuery} />
      {list(words.nowShowing(), now, false)}
      {list(words.comingSoon(), soon, true)}
      {now.length + soon.length === 0 && <p className={styles['none']}>{query === '' ? words.noFilmYet() : words.noFilm()}</p>}
      {can(site, 'editProgram') && (
        <Button look="ghost" icon="plus" onPress={onNewFilm}>
          {words.newFilm()}
        </Button>
      )}
    </section>
  );
}

function FilmRow({
  film,
  program,
  isSoon,
  isTabStop,
  onFocus,
  onKey,
  onDrop,
  onChoose,
}: {
  readonly film: ProgramFilm;
  readonly program: Program;
  readonly isSoon: boolean;
  readonly isTabStop: boolean;
  readonly onFocus: () => void;
  readonly onKey: (event: KeyboardEvent<HTMLButtonElement>) => void;
  readonly onDrop: (film: ProgramFilm, target: DropTarget) => void;
  readonly onChoose: (film: ProgramFilm) => void;
}) {
  const { program: words } = useMessages();
  const { length, monthDay } = useWords();
  const count = dayShows(program, program.day).filter(({ fields }) => fields.movieId === film.id).length;
  const facts = [
    isSoon ? monthDay(film.releaseDate) : film.runtime === undefined ? words.noLength() : length(film.runtime),
    ...(count === 0 ? [] : [program.day === program.today ? words.today({ count }) : words.thatDay({ count })]),
  ];
  return (
    <li>
      <button
        type="button"
        className={cx(styles['film'], styles['row'])}
        tabIndex={isTabStop ? 0 : -1}
        onFocus={onFocus}
        onKeyDown={onKey}
        onPointerDown={(event) => {
          if (!program.mayEdit || event.button !== 0 || event.pointerType === 'touch') return;
          event.preventDefault();
          event.currentTarget.focus();
          const source = { film: film.id, show: '', length: filmLength(film, program.theater.rules) };
          followPointer(event.nativeEvent, source, (target) => onDrop(film, target));
        }}
        disabled={!program.mayEdit}
        onClick={() => onChoose(film)}
      >
        <Thumbnail picture={film.poster} icon="film" />
        <span>
          {film.title}
          <small>{facts.join(', ')}</small>
        </span>
        {program.mayEdit && <Icon name="grip" small />}
      </button>
    </li>
  );
}
