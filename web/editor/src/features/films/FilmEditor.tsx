import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { Link } from 'react-aria-components';
import { IconButton, IconLink } from '../../parts/Button.tsx';
import { TypedField } from '../../parts/DraftField.tsx';
import { TextField } from '../../parts/Field.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { PictureField, Thumbnail } from '../../parts/Picture.tsx';
import { Empty, Skeleton, useScreenTitle } from '../../parts/Surface.tsx';
import { useMatchesMedia } from '../../parts/use-matches-media.ts';
import type { DraftState } from '../../state/draft/machine.ts';
import { useOpenSite } from '../../state/drafts.ts';
import { recordPath, screenPath, withBase } from '../../state/location.ts';
import { useFormats, useMessages } from '../../state/messages.ts';
import { isSame } from '../../state/pointer.ts';
import {
  FILM_FIELDS,
  type FilmFieldKey,
  type FilmFieldKind,
  TAGLINE_LIMIT,
  changedFilm,
  filmText,
  filmValue,
  isAddedFilm,
  isOverridden,
  resetFilm,
} from '../../state/program/film-fields.ts';
import { useFeedFilm } from '../../state/program/film-list.ts';
import { type ProgramFilm, filmPointer } from '../../state/program/films.ts';
import { refusalOf } from '../../state/refusal.ts';
import { FilmPreview } from './FilmPreview.tsx';
import { FilmState } from './FilmState.tsx';
import styles from './Films.module.css';

/** The texts and pictures of a film, beside what the feed says. */
export function FilmEditor({
  state,
  id,
  films,
}: {
  readonly state: DraftState;
  readonly id: string;
  readonly films: readonly ProgramFilm[];
}) {
  const { filmList: words, common, nav } = useMessages();
  const { site } = useOpenSite();
  const feed = useFeedFilm(id);
  const film = films.find((other) => other.id === id);
  const heading = useScreenTitle(film?.title ?? nav.films());
  const isWide = useMatchesMedia('(min-width: 1280px)');
  const index = films.findIndex((other) => other.id === id);
  useNeighborKeys(films[index - 1]?.id, films[index + 1]?.id);
  if (film === undefined || feed === undefined)
    return films.length === 0 || feed === undefined ? <Skeleton label={common.loading()} /> : <Empty title={words.gone()} />;
  const isAdded = isAddedFilm(state.content, id);
  const link = (other: ProgramFilm | undefined, icon: 'up' | 'downArrow', label: string) =>
    other !== undefined && <IconLink icon={icon} label={label} href={recordPath(site.key, 'films', other.id)} />;
  return (
    <div className={styles['surface']}>
      <div className={styles['editor']}>
        <Link href={screenPath(site.key, 'films')} className={styles['back'] ?? ''}>
          <Icon name="left" small /> {nav.films()}
        </Link>
        <header className={styles['head']}>
          <Thumbnail picture={film.poster} icon="film" size="large" />
          <div>
            <h1 ref={heading} tabIndex={-1}>
              {film.title}
            </h1>
            <FilmState film={film} state={state} />
          </div>
          {link(films[index - 1], 'up', words.previous())}
          {link(films[index + 1], 'downArrow', words.next())}
        </header>
        <div className={styles['fields']}>
          <div className={styles['columns']} aria-hidden="true">
            <span>{words.field()}</span>
            <span>{words.onYourSite()}</span>
            {!isAdded && <span>{words.feedSays()}</span>}
          </div>
          {FILM_FIELDS.map(({ key, kind }) => (
            <FieldRow key={key} state={state} id={id} name={key} kind={kind} feed={feed} isAdded={isAdded} />
          ))}
        </div>
        {!isAdded && (
          <p className={styles['hint']}>
            <Icon name="link" small /> {words.linkedText()}
          </p>
        )}
      </div>
      {isWide && <FilmPreview id={id} content={state.content} />}
    </div>
  );
}

/** Alt with up and down opens the film before and after. */
function useNeighborKeys(previous: string | undefined, next: string | undefined): void {
  const router = useRouter();
  const { site } = useOpenSite();
  const open = useEffectEvent((key: string): boolean => {
    const id = key === 'ArrowUp' ? previous : key === 'ArrowDown' ? next : undefined;
    if (id !== undefined) void router.navigate({ href: withBase(recordPath(site.key, 'films', id)) });
    return id !== undefined;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.altKey && !event.ctrlKey && !event.metaKey && open(event.key)) event.preventDefault();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}

interface FieldRowProps {
  readonly state: DraftState;
  readonly id: string;
  readonly name: FilmFieldKey;
  readonly kind: FilmFieldKind;
  readonly feed: Readonly<Record<string, unknown>>;
  readonly isAdded: boolean;
}

/** A field: what visitors see, what the feed says, and whether it follows the feed. */
function FieldRow({ state, id, name, kind, feed, isAdded }: FieldRowProps) {
  const { filmList: words } = useMessages();
  const { date } = useFormats();
  const { draft } = useOpenSite();
  const { content } = state;
  const isOwn = isOverridden(content, id, name);
  const [isEditing, setEditing] = useState(false);
  const label = words.fields[name]();
  const value = filmValue(content, id, name, feed);
  const inWords = (of: unknown): string => {
    const text = filmText(of);
    if (text === '') return words.none();
    return kind === 'minutes' ? words.minutes({ minutes: Number(text) }) : kind === 'date' ? date(text) : text;
  };
  const reset = (): void => {
    setEditing(false);
    draft.edit([resetFilm(content, id, name)]);
  };
  const isOpen = isAdded || isOwn || isEditing;
  return (
    <section className={styles['row']} aria-label={label} data-own={isOwn ? '' : undefined}>
      <h2>{label}</h2>
      <div>
        {isOpen ? (
          <FieldControl
            label={label}
            name={name}
            kind={kind}
            value={value}
            error={refusalOf(state, filmPointer(id, 'fields', name))}
            onChange={(next) => draft.edit([changedFilm(content, id, name, next)])}
          />
        ) : (
          <p className={styles['linked']}>
            <Icon name="link" small /> <span>{inWords(value)}</span>
          </p>
        )}
      </div>
      {!isAdded && <p className={styles['said']}>{isSame(value, feed[name]) ? words.same() : inWords(feed[name])}</p>}
      {!isAdded &&
        (isOwn ? (
          <IconButton icon="reset" label={words.resetField({ field: label })} onPress={reset} />
        ) : (
          <IconButton icon="pencil" label={words.editField({ field: label })} onPress={() => setEditing(!isEditing)} />
        ))}
    </section>
  );
}

/** The control of a field, by its kind. */
function FieldControl({
  label,
  name,
  kind,
  value,
  error,
  onChange,
}: {
  readonly label: string;
  readonly name: FilmFieldKey;
  readonly kind: FilmFieldKind;
  readonly value: unknown;
  readonly error: string | undefined;
  readonly onChange: (value: unknown) => void;
}) {
  const { fields, program } = useMessages();
  const typed = filmText(value);
  switch (kind) {
    case 'picture':
      return <PictureField label={label} value={typed} onChange={onChange} error={error} />;
    case 'minutes':
      return (
        <TypedField<string>
          aria-label={label}
          inputMode="numeric"
          unit={program.minutesUnit()}
          value={typed}
          format={String}
          parse={(next) => (/^\d{0,3}$/.test(next.trim()) ? { value: next.trim() } : undefined)}
          onChange={(next) => onChange(next === '' ? undefined : Number(next))}
          error={error}
        />
      );
    case 'list':
      return (
        <TypedField<string>
          aria-label={label}
          value={typed}
          format={String}
          parse={(next) => ({ value: partsOf(next).join(', ') })}
          onChange={(next) => onChange(partsOf(next))}
          error={error}
        />
      );
    default:
      return (
        <TextField
          aria-label={label}
          isMultiline={kind === 'text'}
          {...(kind === 'date' ? { type: 'date' } : {})}
          value={typed}
          onChange={onChange}
          error={error}
          {...(name === 'tagline' ? { hint: fields.count({ count: [...typed].length, limit: TAGLINE_LIMIT }) } : {})}
        />
      );
  }
}

/** The parts of a list that is typed with commas. */
const partsOf = (typed: string): readonly string[] =>
  typed
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
