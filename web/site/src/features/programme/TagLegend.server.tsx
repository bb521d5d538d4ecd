import { SUBTITLES } from '@marquee/rules/constants.ts';
import { usePage, type Page } from '../../state/page.ts';
import css from './TagLegend.module.css';

/** Number of tags in the heading. */
const NAMED = 3;

/** What the tags on this page mean; nothing on a page without tags. A `details` element, which works without scripts. */
export function TagLegend() {
  const page = usePage();
  const { m } = page;
  const rows = tagRows(page);
  if (rows.length === 0) return null;
  const named = rows.slice(0, NAMED).map(([tag]) => tag);
  const last = named.at(-1) ?? '';
  const tags = named.length < 2 ? last : m.film.and({ some: named.slice(0, -1).join(', '), last });
  return (
    <details className={css.legend}>
      <summary>{m.legend.title({ count: named.length, tags })}</summary>
      <dl>
        {rows.map(([tag, label]) => (
          <div key={tag}>
            <dt>{tag}</dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

/** The tags of a page with their names, each tag once, versions before formats before the rest. */
function tagRows(page: Page): readonly (readonly [tag: string, label: string])[] {
  const rows = new Map<string, string>();
  const order = ['version', 'access', 'format', 'audience', 'special'];
  const { attributes } = page;
  const listed = listedKeys(page);
  const all = Object.entries(attributes)
    .filter(([key]) => listed?.has(key) ?? true)
    .toSorted(([, one], [, other]) => order.indexOf(one.group) - order.indexOf(other.group));
  const subtitles = attributes[SUBTITLES]?.label;
  for (const [, { short, label, subtitled }] of all) {
    if (short !== '' && !rows.has(short) && short !== label) rows.set(short, label);
    if (subtitled !== undefined && subtitles !== undefined) rows.set(subtitled, `${label}, ${subtitles}`);
  }
  return [...rows];
}

/** The attributes of a list's times. What starts soon and the hero have words instead of tags. On other pages every attribute counts. */
function listedKeys({ page }: Page): ReadonlySet<string> | undefined {
  if (page.kind !== 'list') return undefined;
  const films = [...page.films, ...(page.week ?? []).flatMap((day) => day.films)];
  return new Set(films.flatMap(({ shows }) => shows.flatMap(({ tags }) => tags ?? [])));
}
