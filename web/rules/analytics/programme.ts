// Finds the show or the trailer of a link in the data of a page. Every kind of page has shows in another place, so that all of
// it is looked through, once a click; what stands around a show says of which film and theater it is.

import { UTM_PREFIX } from '../constants.ts';
import { pairName, rawPairs } from '../query.ts';

/** What a click is looked up in. */
export interface Programme {
  /** Pages' own parts of their data: of this page, and of those it fetched. */
  readonly pages: readonly unknown[];
  /** The theater that a show belongs to where the page does not say. */
  readonly theaterId: string | undefined;
  readonly theaters: readonly { readonly id: string; readonly name: string; readonly ticketingProvider?: string }[];
}

interface Around {
  readonly filmId?: string;
  readonly theaterId?: string;
}

/** A show that somebody chose. */
export interface ChosenShow extends Around {
  /** ISO 8601 with the offset of that instant. */
  readonly start: string;
}

type Json = Readonly<Record<string, unknown>>;
const isRecord = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** The film that an address is of (ROUTE-02). */
export const filmOf = (href: string): string | undefined => /\/movies\/(\d+)(?:[-/?#]|$)/.exec(href)?.[1];

/** Links that differ in where the visitor comes from are the same; the page's own parameters are put on them. */
function bare(href: string): string {
  const [path = '', ...query] = href.split('?');
  return [path, ...rawPairs(query.join('?')).filter((pair) => !pairName(pair).startsWith(UTM_PREFIX))].join('&');
}

/** The show that a link books. */
export function showOf(href: string, programme: Programme): ChosenShow | undefined {
  const wanted = bare(href);
  return search(programme, (value, around) => {
    const { at, href: own } = value;
    return isText(at) && isText(own) && bare(own) === wanted ? { ...around, start: at } : undefined;
  });
}

/** The ticketing provider of a show's theater (THEAT-06). */
export const providerOf = ({ theaterId }: ChosenShow, { theaters }: Programme): string | undefined =>
  theaters.find(({ id }) => id === theaterId)?.ticketingProvider;

/** The film whose trailer a link plays. */
export function trailerOf(href: string, programme: Programme): Pick<Around, 'filmId'> | undefined {
  const wanted = bare(href);
  return search(programme, ({ trailer }, { filmId }) => {
    if (!isRecord(trailer) || !isText(trailer['href']) || bare(trailer['href']) !== wanted) return undefined;
    return filmId === undefined ? {} : { filmId };
  });
}

function search<T>({ pages, theaterId, theaters }: Programme, found: (value: Json, around: Around) => T | undefined): T | undefined {
  const idOf = (name: unknown): string | undefined => theaters.find((theater) => theater.name === name)?.id;

  /** What a value says of the shows in it: a film, a theater by its id or, next to its shows, by its name. */
  const within = (value: Json, around: Around): Around => {
    const { film, filmHref, kind, href, id, name, theater } = value;
    const filmId = isRecord(film) && isText(film['id']) ? film['id'] : linked(filmHref) ?? (kind === 'film' ? linked(href) : undefined);
    const isTheater = isText(name) && ('shows' in value || 'groups' in value || kind === 'theater');
    const there = isTheater ? (isText(id) ? id : idOf(name)) : idOf(theater);
    return { ...around, ...(filmId === undefined ? {} : { filmId }), ...(there === undefined ? {} : { theaterId: there }) };
  };

  const visit = (value: unknown, around: Around): T | undefined => {
    if (typeof value !== 'object' || value === null) return undefined;
    const here = isRecord(value) ? within(value, around) : around;
    const mine = isRecord(value) ? found(value, here) : undefined;
    if (mine !== undefined) return mine;
    for (const part of Object.values(value)) {
      const one = visit(part, here);
      if (one !== undefined) return one;
    }
    return undefined;
  };
  for (const page of pages) {
    const one = visit(page, theaterId === undefined ? {} : { theaterId });
    if (one !== undefined) return one;
  }
  return undefined;
}

const linked = (href: unknown): string | undefined => (isText(href) ? filmOf(href) : undefined);
