import type { FilmMatch } from '@marquee/api/editor.gen.ts';
import { Button } from '../../parts/Button.tsx';
import { Card, List, Tag } from '../../parts/Surface.tsx';
import { focusHeading, useFocusFallback } from '../../parts/use-focus-fallback.ts';
import { addressOfActor } from '../../state/audit.ts';
import { useOpenSite } from '../../state/drafts.ts';
import { OF_RULE, isSameFilm, useFilmMatches, useMatchDecision } from '../../state/films/matches.ts';
import { useFormats, useMessages } from '../../state/messages.ts';
import { can } from '../../state/roles.ts';
import styles from './Films.module.css';

/** Films of feeds that may be a film of the site, each with the two answers. Nothing if there are none. */
export function SimilarFilms() {
  const { films: words } = useMessages();
  const waiting = useFilmMatches().filter(({ state }) => state === 'suggested');
  if (waiting.length === 0) return null;
  return (
    <div className={styles['suggestions']}>
      <Card title={words.similar.heading()} trailing={<Tag mood="warn">{waiting.length}</Tag>}>
        <List>
          {waiting.map((film) => (
            <Suggestion key={film.film} film={film} />
          ))}
        </List>
      </Card>
    </div>
  );
}

function Suggestion({ film }: { readonly film: FilmMatch }) {
  const { similar } = useMessages().films;
  const { number } = useFormats();
  const { site } = useOpenSite();
  const decision = useMatchDecision();
  const { title, source, targetTitle, confidence } = film;
  return (
    <li ref={useFocusFallback<HTMLLIElement>(focusHeading)} className={styles['similar']}>
      <div>
        <b>{similar.title({ title, source })}</b>
        <p>{similar.probably({ title: targetTitle, percent: number(confidence) })}</p>
      </div>
      {can(site, 'editProgram') && (
        <div className={styles['answers']}>
          <Button
            look="solid"
            aria-label={similar.sameFor({ title })}
            isBusy={decision.isPending}
            onPress={() => decision.mutate({ film, isSame: true })}
          >
            {similar.same()}
          </Button>
          <Button
            aria-label={similar.differentFor({ title })}
            isBusy={decision.isPending}
            onPress={() => decision.mutate({ film, isSame: false })}
          >
            {similar.different()}
          </Button>
        </div>
      )}
    </li>
  );
}

/** The films of other feeds that are this film. */
export function MergedFilms({ id }: { readonly id: string }) {
  const { similar } = useMessages().films;
  const merged = useFilmMatches().filter((film) => film.target === id && isSameFilm(film));
  if (merged.length === 0) return null;
  return (
    <Card title={similar.merged()}>
      <p className={styles['mergedText']}>{similar.mergedText()}</p>
      <List>
        {merged.map((film) => (
          <MergedFilm key={film.film} film={film} />
        ))}
      </List>
    </Card>
  );
}

function MergedFilm({ film }: { readonly film: FilmMatch }) {
  const { similar } = useMessages().films;
  const { number } = useFormats();
  const { site } = useOpenSite();
  const decision = useMatchDecision();
  const { title, source, state, confidence, decidedBy = '' } = film;
  return (
    <li ref={useFocusFallback<HTMLLIElement>(focusHeading)} className={styles['similar']}>
      <div>
        <b>{similar.title({ title, source })}</b>
        <p>
          {state === 'automatic' && decidedBy === OF_RULE && similar.byRule()}
          {state === 'automatic' && decidedBy !== OF_RULE && similar.automatic({ percent: number(confidence) })}
          {state === 'same' && similar.saidSame({ name: addressOfActor(decidedBy) })}
        </p>
      </div>
      {can(site, 'editProgram') && (
        <Button
          aria-label={similar.splitFor({ title })}
          isBusy={decision.isPending}
          onPress={() => decision.mutate({ film, isSame: false })}
        >
          {similar.split()}
        </Button>
      )}
    </li>
  );
}
