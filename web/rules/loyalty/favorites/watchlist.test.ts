import { expect, it } from 'vitest';
import { getFavoriteFilms } from '@marquee/api/loyalty/favorites.gen.ts';
import { filmIds as shownFilms } from './watchlist.ts';

const filmIds = (response: unknown) => shownFilms(getFavoriteFilms({ version: 3, circuitId: 'C1', cinemaId: 'T1' }).read(response));

it.each([
  [{ peachCode: 0, externalFilmIds: ['1', '2'] }, ['1', '2']],
  [{ peachCode: 0, productIds: [12] }, ['12']],
  [
    [12, '13'],
    ['12', '13'],
  ],
  [{ externalFilmIds: [], productIds: [1] }, []],
  [{ externalFilmIds: '1', productIds: [2] }, ['2']],
  [{ peachCode: 7 }, []],
  [null, []],
  [undefined, []],
  ['1', []],
  [{ externalFilmIds: [{}, null, 1] }, ['1']],
])('WATCH-02 WATCH-03 the films of %j are %j', (response, ids) => {
  expect(filmIds(response)).toEqual(ids);
});
