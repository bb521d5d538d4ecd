import { SUBTITLES } from '@marquee/rules/shared.gen.ts';
import { usePage, type Page } from '../../state/page.ts';
import css from './TagLegend.module.css';

/** Most tags named in the heading. */
const HEADING_TAGS = 3;

/** The tags on this page with their meanings, in a `details` element. Renders nothing on a page without tags. */
export function TagLegend() {
  const page = usePage();
  const { messages } = page;
  const rows = tagRows(page);
  if (rows.length === 0) return null;
  const headingTags = rows.slice(0, HEADING_TAGS).map(([tag]) => tag);
  const last = headingTags.at(-1) ?? '';
  const tags = headingTags.length < 2 ? last : messages.film.and({ some: headingTags.slice(0, -1).join(', '), last });
  return (
    <details className={css.legend}>
      <summary>{messages.legend.title({ count: headingTags.length, tags })}</summary>
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

/** The distinct tags of a page with their names, in the order of the attribute groups. */
function tagRows(page: Page): readonly (readonly [tag: string, label: string])[] {
  const rows = new Map<string, string>();
  const order = ['version', 'access', 'format', 'audience', 'special'];
  const { attributes } = page;
  const keys = listedKeys(page);
  const all = Object.entries(attributes)
    .filter(([key]) => keys?.has(key) ?? true)
    .toSorted(([, a], [, b]) => order.indexOf(a.group) - order.indexOf(b.group));
  const subtitles = attributes[SUBTITLES]?.label;
  for (const [, { short, label, subtitled }] of all) {
    if (short !== '' && !rows.has(short) && short !== label) rows.set(short, label);
    if (subtitled !== undefined && subtitles !== undefined) rows.set(subtitled, `${label}, ${subtitles}`);
  }
  return [...rows];
}

/** The attributes of the showtimes on a list page, except the hero and the shows that start soon, which have words instead of tags. Undefined on other pages: all attributes. */
function listedKeys({ page }: Page): ReadonlySet<string> | undefined {
  if (page.kind !== 'list') return undefined;
  const films = [...page.films, ...(page.week ?? []).flatMap((day) => day.films)];
  return new Set(films.flatMap(({ shows }) => shows.flatMap(({ tags }) => tags ?? [])));
}
