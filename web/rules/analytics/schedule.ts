// Finds the show or the trailer of a link in the page data. Each kind of page has its shows in another place, so all of the data is
// searched, once per click; the objects that contain a show identify its film and theater.

import { filmIdOf } from '../film-address.ts';
import { isRecord } from '@marquee/api/json.ts';
import { UTM_PREFIX } from '../shared.gen.ts';
import { pairName, rawPairs } from '../query.ts';

/** The data in which the show of a click is looked up. */
export interface Schedule {
  /** The page data of this page, and of those it fetched, without the frame of the site. */
  readonly pages: readonly unknown[];
  /** The theater of shows for which the page has none. */
  readonly theaterId: string | undefined;
  readonly theaters: readonly { readonly id: string; readonly name: string; readonly ticketingProvider?: string }[];
}

/** The film and the theater of the objects that contain a show. */
interface ShowContext {
  readonly filmId?: string;
  readonly theaterId?: string;
}

/** A show that a visitor chose. */
export interface ChosenShow extends ShowContext {
  /** ISO 8601 with the offset of that instant. */
  readonly start: string;
}

type Json = Readonly<Record<string, unknown>>;
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** A key to compare links: without utm_* parameters, which a page adds to its links. */
function withoutUtm(href: string): string {
  const [path = '', ...query] = href.split('?');
  return [path, ...rawPairs(query.join('?')).filter((pair) => !pairName(pair).startsWith(UTM_PREFIX))].join('&');
}

/** The show that a link books. */
export function showOf(href: string, schedule: Schedule): ChosenShow | undefined {
  const target = withoutUtm(href);
  return search(schedule, (value, context) => {
    const { at, href: showHref } = value;
    return isText(at) && isText(showHref) && withoutUtm(showHref) === target ? { ...context, start: at } : undefined;
  });
}

/** The ticketing provider of a show's theater (THEAT-06). */
export const providerOf = ({ theaterId }: ChosenShow, { theaters }: Schedule): string | undefined =>
  theaters.find(({ id }) => id === theaterId)?.ticketingProvider;

/** The film whose trailer a link plays. */
export function trailerOf(href: string, schedule: Schedule): Pick<ShowContext, 'filmId'> | undefined {
  const target = withoutUtm(href);
  return search(schedule, ({ trailer }, { filmId }) => {
    if (!isRecord(trailer) || !isText(trailer['href']) || withoutUtm(trailer['href']) !== target) return undefined;
    return filmId === undefined ? {} : { filmId };
  });
}

/** The first result of `match` for the objects in the pages. */
function search<T>(
  { pages, theaterId, theaters }: Schedule,
  match: (value: Json, context: ShowContext) => T | undefined,
): T | undefined {
  const idOf = (name: unknown): string | undefined => theaters.find((theater) => theater.name === name)?.id;

  /** The context of the shows in a value: its film, and its theater by id or, next to shows, by name. */
  const contextIn = (value: Json, context: ShowContext): ShowContext => {
    const { film, filmHref, kind, href, id, name, theater } = value;
    const filmId =
      isRecord(film) && isText(film['id'])
        ? film['id']
        : (linkedFilm(filmHref) ?? (kind === 'film' ? linkedFilm(href) : undefined));
    const isTheater = isText(name) && ('shows' in value || 'groups' in value || kind === 'theater');
    const theaterHere = isTheater ? (isText(id) ? id : idOf(name)) : idOf(theater);
    return {
      ...context,
      ...(filmId === undefined ? {} : { filmId }),
      ...(theaterHere === undefined ? {} : { theaterId: theaterHere }),
    };
  };

  const visit = (value: unknown, context: ShowContext): T | undefined => {
    if (typeof value !== 'object' || value === null) return undefined;
    const inner = isRecord(value) ? contextIn(value, context) : context;
    const result = isRecord(value) ? match(value, inner) : undefined;
    if (result !== undefined) return result;
    for (const part of Object.values(value)) {
      const nested = visit(part, inner);
      if (nested !== undefined) return nested;
    }
    return undefined;
  };
  for (const page of pages) {
    const result = visit(page, theaterId === undefined ? {} : { theaterId });
    if (result !== undefined) return result;
  }
  return undefined;
}

const linkedFilm = (href: unknown): string | undefined => (isText(href) ? filmIdOf(href) : undefined);
