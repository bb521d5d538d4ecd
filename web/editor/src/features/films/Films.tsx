import { useParams, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { Link } from 'react-aria-components';
import { Button } from '../../parts/Button.tsx';
import { Segments } from '../../parts/Choice.tsx';
import { DraftScreen } from '../../parts/DraftScreen.tsx';
import { SearchField } from '../../parts/Field.tsx';
import { NewFilmDialog } from '../../parts/NewFilmDialog.tsx';
import { Thumbnail } from '../../parts/Picture.tsx';
import { Card, Empty, Page, Table } from '../../parts/Surface.tsx';
import { localToday } from '../../state/content/events.ts';
import type { DraftState } from '../../state/draft/machine.ts';
import { useOpenSite } from '../../state/drafts.ts';
import { recordPath, withBase } from '../../state/location.ts';
import { useFormats, useMessages } from '../../state/messages.ts';
import { FILM_FILTERS, type FilmFilter, filterOf, isAddedFilm } from '../../state/program/film-fields.ts';
import { useProgramFilms } from '../../state/program/film-list.ts';
import type { ProgramFilm } from '../../state/program/films.ts';
import { matches } from '../../state/search.ts';
import { FilmEditor } from './FilmEditor.tsx';
import { FilmState } from './FilmState.tsx';
import styles from './Films.module.css';

/** The films of the site; one of them, if its address is open. */
export const FilmsScreen = () => <DraftScreen>{(state) => <Films state={state} />}</DraftScreen>;

function Films({ state }: { readonly state: DraftState }) {
  const { film: id } = useParams({ strict: false });
  const films = useProgramFilms(state.content);
  if (id !== undefined) return <FilmEditor key={id} state={state} id={id} films={films} />;
  return <FilmList state={state} films={films} />;
}

/** The most rows of the list. */
const MAX_ROWS = 100;

function FilmList({ state, films }: { readonly state: DraftState; readonly films: readonly ProgramFilm[] }) {
  const { filmList: words, nav, program } = useMessages();
  const { number } = useFormats();
  const { site } = useOpenSite();
  const router = useRouter();
  const [filter, setFilter] = useState<FilmFilter>('now');
  const [query, setQuery] = useState('');
  const [isAdding, setAdding] = useState(false);
  const today = localToday();
  const countOf = (name: FilmFilter): number => films.filter((film) => filterOf(film, today) === name).length;
  const found = films.filter((film) => filterOf(film, today) === filter && matches(film.title, query));
  return (
    <Page
      title={nav.films()}
      lead={words.lead()}
      actions={
        <Button look="solid" icon="plus" onPress={() => setAdding(true)}>
          {words.add()}
        </Button>
      }
    >
      <div className={styles['tools']}>
        <Segments
          label={words.filter()}
          value={filter}
          options={FILM_FILTERS.map((name) => ({ value: name, label: `${words.filters[name]()} ${number(countOf(name))}` }))}
          onChange={setFilter}
        />
        <SearchField label={program.findFilm()} value={query} onChange={setQuery} />
      </div>
      {found.length === 0 ? (
        <Card>
          <Empty title={program.noFilm()} />
        </Card>
      ) : (
        <Card>
          <Table label={nav.films()}>
            <thead>
              <tr>
                <th scope="col">{words.film()}</th>
                <th scope="col" className={styles['more']}>
                  {words.release()}
                </th>
                <th scope="col" className={styles['more']}>
                  {words.shows()}
                </th>
                <th scope="col">{words.state()}</th>
                <th scope="col" className={styles['more']}>
                  {words.source()}
                </th>
              </tr>
            </thead>
            <tbody>
              {found.slice(0, MAX_ROWS).map((film) => (
                <FilmRow key={film.id} film={film} state={state} />
              ))}
            </tbody>
          </Table>
        </Card>
      )}
      {isAdding && (
        <NewFilmDialog
          onAdd={(_, id) => void router.navigate({ href: withBase(recordPath(site.key, 'films', id)) })}
          onClose={() => setAdding(false)}
        />
      )}
    </Page>
  );
}

function FilmRow({ film, state }: { readonly film: ProgramFilm; readonly state: DraftState }) {
  const { filmList: words } = useMessages();
  const { day, number } = useFormats();
  const { site } = useOpenSite();
  const { id, title, certificate, runtime, releaseDate, shows, poster } = film;
  const facts = [certificate, runtime === undefined ? '' : words.minutes({ minutes: runtime })].filter((fact) => fact !== '');
  return (
    <tr>
      <th scope="row">
        <Link href={recordPath(site.key, 'films', id)} className={styles['film'] ?? ''}>
          <Thumbnail picture={poster} icon="film" />
          <span>
            <b>{title}</b>
            <small>{facts.join(' · ')}</small>
          </span>
        </Link>
      </th>
      <td className={styles['more']}>{releaseDate === '' ? '' : day(`${releaseDate}T12:00:00`)}</td>
      <td className={styles['more']}>{number(shows)}</td>
      <td>
        <FilmState film={film} state={state} />
      </td>
      <td className={styles['more']}>{isAddedFilm(state.content, id) ? words.typedIn() : words.fromFeed()}</td>
    </tr>
  );
}
