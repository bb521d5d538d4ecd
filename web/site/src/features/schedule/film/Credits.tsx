import type { FilmPage } from '@marquee/api/schema.gen.ts';
import { Glyph } from '@marquee/ui/Icon/Glyph.tsx';
import { attributesOf, usePage } from '../../../state/page.ts';
import { accessIcon } from './AccessMark.tsx';
import css from './Credits.module.css';

/** About the film: synopsis, credits and accessibility. */
export function Credits({ film }: { film: FilmPage }) {
  const page = usePage();
  const { messages } = page;
  const rows: readonly (readonly [name: string, text: string])[] = [
    [messages.film.originalTitle(), film.originalTitle ?? ''],
    [messages.film.director({ count: film.directors.length }), film.directors.join(', ')],
    [messages.film.cast(), film.cast.join(', ')],
    [messages.film.language({ count: film.languages.length }), film.languages.join(', ')],
    [messages.film.country({ count: film.countries.length }), film.countries.join(', ')],
    [messages.film.released(), film.released],
    [messages.film.advisory(), film.advisory],
    [messages.film.distributor(), film.distributor],
  ];
  const access = film.access.flatMap((key) => attributesOf(page, [key]).map(({ label }) => [key, label, accessIcon(key)] as const));
  return (
    <aside className={css.credits} aria-labelledby="about">
      <h2 id="about">{messages.film.about()}</h2>
      {film.tagline === '' ? null : <p className={css.line}>{film.tagline}</p>}
      {film.synopsis === '' || film.synopsis === film.tagline ? null : <p>{film.synopsis}</p>}
      <dl className={css.list}>
        {rows.map(([name, text]) =>
          text === '' ? null : (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{text}</dd>
            </div>
          ),
        )}
      </dl>
      {access.length === 0 ? null : (
        <ul className={css.access}>
          {access.map(([key, label, icon]) => (
            <li key={key}>
              {icon === undefined ? null : <Glyph path={icon} />}
              {key.endsWith('.Wheelchair') ? label : messages.film.atSelectedTimes({ label })}
            </li>
          ))}
        </ul>
      )}
      {film.tmdbHref === undefined ? null : (
        <p className={css.source}>
          {messages.film.tmdb()}{' '}
          <a className="link" href={film.tmdbHref} rel="noreferrer">
            {messages.film.tmdbLink()}
          </a>
        </p>
      )}
    </aside>
  );
}
