// Which changes of the draft belong to days of a theater.

import { field, isRecord, text } from '@marquee/api/json.ts';
import { isWithin, namesOf, pointerOf, valueAt } from '../pointer.ts';
import { type TheaterClock, localTimeOf } from './clock.ts';
import { filmPointer } from './films.ts';
import { type FeedShow, fieldsOf } from './shows.ts';

/** The part of a draft that this needs. */
interface DraftOfShows {
  readonly content: unknown;
  readonly live: unknown;
  readonly changes: readonly { readonly pointer: string }[];
}

/** Cinema days of a theater on which a show is, in the draft and for visitors. */
function daysOf(
  id: string,
  draft: DraftOfShows,
  feed: readonly FeedShow[],
  theater: string,
  clock: TheaterClock,
): readonly string[] {
  const said = feed.find((show) => show.id === id)?.fields;
  return [draft.content, draft.live].flatMap((document) => {
    const entry = valueAt(document, pointerOf('shows', id));
    const changed = field(entry, 'fields');
    if (said === undefined && !isRecord(changed)) return [];
    const fields = fieldsOf({ ...said, ...(isRecord(changed) ? changed : {}) });
    const local = fields.theaterId === theater ? localTimeOf(clock, fields.startsAt) : undefined;
    return local === undefined ? [] : [local.day];
  });
}

/** Ids of the shows that a change is about. A change of the whole section is about all. */
function showIds({ pointer }: { readonly pointer: string }, { content, live }: DraftOfShows): readonly string[] {
  const [section, id] = namesOf(pointer);
  if (section !== 'shows') return [];
  if (id !== undefined) return [id];
  const keys = (document: unknown): readonly string[] => {
    const shows = valueAt(document, '/shows');
    return isRecord(shows) ? Object.keys(shows) : [];
  };
  return [...keys(content), ...keys(live)];
}

/** The days with changes that visitors do not see yet, of those given. */
export function changedDays(
  draft: DraftOfShows,
  feed: readonly FeedShow[],
  theater: string,
  clock: TheaterClock,
  days: readonly string[],
): readonly string[] {
  const changed = new Set(
    draft.changes.flatMap((change) => showIds(change, draft)).flatMap((id) => daysOf(id, draft, feed, theater, clock)),
  );
  return days.filter((day) => changed.has(day));
}

/** Pointers of the changes to publish for days of a theater: their shows, and the new films of these. */
export function pointersOfDays(
  draft: DraftOfShows,
  feed: readonly FeedShow[],
  theater: string,
  clock: TheaterClock,
  days: readonly string[],
): readonly string[] {
  const shows = draft.changes.filter((change) =>
    showIds(change, draft).some((id) => daysOf(id, draft, feed, theater, clock).some((day) => days.includes(day))),
  );
  const films = new Set(
    shows
      .flatMap((change) => showIds(change, draft))
      .map((id) => text(valueAt(draft.content, pointerOf('shows', id, 'fields', 'movieId'))))
      .filter((id) => id !== ''),
  );
  const own = draft.changes.filter(
    ({ pointer }) => pointer === '/films' || [...films].some((id) => isWithin(pointer, filmPointer(id))),
  );
  return [...shows, ...own].map(({ pointer }) => pointer);
}
