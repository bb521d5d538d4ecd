// Where films appear, in words.

import { recordsOf } from '../content/records.ts';
import type { EditorMessages } from '../messages.ts';
import { leftOutOf } from './places.ts';

/** Where a film appears: everywhere but at the named places. */
export function leftOutWords(value: unknown, content: unknown, { films }: EditorMessages): string {
  const { places, theaters } = leftOutOf(value);
  const names = {
    notOnHome: films.places.home,
    notInStartingSoon: films.places.startingSoon,
    notInSearchEngines: films.places.searchEngines,
  };
  const of = recordsOf(content, 'theaters');
  const all = [
    ...places.map((place) => names[place]()),
    ...theaters.map((id) => of.find((record) => record.id === id)?.name ?? id),
  ];
  return all.length === 0 ? films.places.everywhere() : films.places.not({ places: all.join(', ') });
}
