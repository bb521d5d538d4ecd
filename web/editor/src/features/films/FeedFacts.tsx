import type { EditorFeed } from '@marquee/api/editor.gen.ts';
import { FeedSources } from '../../parts/FeedSources.tsx';
import { Empty, Stack } from '../../parts/Surface.tsx';
import type { EditedFilm } from '../../state/films/film.ts';
import { useMessages } from '../../state/messages.ts';
import { MergedFilms } from './SimilarFilms.tsx';
import styles from './Film.module.css';

interface FilmProps {
  readonly film: EditedFilm;
  /** Those from which the facts can come. */
  readonly feeds: readonly EditorFeed[];
}

/** Everything that feeds say of a film, as they say it, and the films of other feeds that are this one. */
export const FeedFacts = ({ id, film, feeds }: FilmProps & { readonly id: string }) => (
  <Stack>
    <MergedFilms id={id} />
    <Facts film={film} feeds={feeds} />
  </Stack>
);

function Facts({ film, feeds }: FilmProps) {
  const { films: words } = useMessages();
  if (film.feed === undefined) return <Empty title={words.noFeed()}>{words.noFeedText()}</Empty>;
  const nameOf = (key: string): string => Object.entries(words.names).find(([name]) => name === key)?.[1]() ?? key;
  return (
    <>
      <FeedSources feeds={feeds} />
      <dl className={styles['facts']} aria-label={words.feedFacts()}>
        {Object.entries(film.feed)
          .filter(([, value]) => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0))
          .map(([key, value]) => (
            <div key={key}>
              <dt>{nameOf(key)}</dt>
              <dd>
                <Fact value={value} />
              </dd>
            </div>
          ))}
      </dl>
    </>
  );
}

/** A value: a text, texts in one line, or JSON. */
function Fact({ value }: { readonly value: unknown }) {
  if (typeof value === 'string' || typeof value === 'number') return value;
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value.join(', ');
  return <code>{JSON.stringify(value, null, 1)}</code>;
}
