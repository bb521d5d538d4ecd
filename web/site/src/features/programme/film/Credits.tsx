import type { FilmPage } from '@marquee/api/schema.gen.ts';
import { Glyph } from '@marquee/ui/Icon/Glyph.tsx';
import { attributesOf, usePage } from '../../../state/page.ts';
import { accessIcon } from './AccessMark.tsx';
import css from './Credits.module.css';

/** About the film: synopsis, credits and accessibility. */
export function Credits({ film }: { film: FilmPage }) {
  const page = usePage();
  const { m } = page;
  const rows: readonly (readonly [name: string, text: string])[] = [
    [m.film.originalTitle(), film.originalTitle ?? ''],
    [m.film.director({ count: film.directors.length }), film.directors.join(', ')],
    [m.film.cast(), film.cast.join(', ')],
    [m.film.language({ count: film.languages.length }), film.languages.join(', ')],
    [m.film.country({ count: film.countries.length }), film.countries.join(', ')],
    [m.film.released(), film.released],
    [m.film.advisory(), film.advisory],
    [m.film.distributor(), film.distributor],
  ];
  const access = film.access.flatMap((key) => attributesOf(page, [key]).map(({ label }) => [key, label, accessIcon(key)] as const));
  return (
    <aside className={css.credits} aria-labelledby="about">
      <h2 id="about">{m.film.about()}</h2>
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
              {key.endsWith('.Wheelchair') ? label : m.film.atSelectedTimes({ label })}
            </li>
          ))}
        </ul>
      )}
    </aside>
  );
}
