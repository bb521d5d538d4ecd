import { expect, it } from 'vitest';
import { filmIdOf } from './film-address.ts';

it.each([
  ['/movies/317655-kestrel/', '317655'],
  ['/fr/movies/1000021847-halfway-to-vega/', '1000021847'],
  ['/movies/317655/', '317655'],
  ['/movies/317655-kestrel', '317655'],
  ['/movies/7?day=1', '7'],
  ['/movies/7-kestrel/#shows', '7'],
  ['/movies/317655-kestrel/trailer/', undefined],
  ['/movies/coming-soon/', undefined],
  ['/movies/7up/', undefined],
  ['/events/317655-kestrel/', undefined],
  ['', undefined],
])('ROUTE-02 the id in %j is %j', (href, id) => {
  expect(filmIdOf(href)).toBe(id);
});
