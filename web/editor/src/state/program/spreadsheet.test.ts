import { expect, it } from 'vitest';
import { spreadsheetChanges } from './spreadsheet.ts';

const show = { added: true, fields: { movieId: '7' } };
const film = { added: true, fields: { title: 'Low Tide' } };

it('a spreadsheet adds films and shows that the draft does not have', () => {
  const content = { films: {}, shows: { 'sheet-1': show } };
  const result = spreadsheetChanges(content, { films: { 7: film }, shows: { 'sheet-1': show, 'sheet-2': show } });
  expect([result.films, result.shows]).toEqual([1, 1]);
  expect(result.changes).toEqual([
    { pointer: '/films/7', to: film },
    { pointer: '/shows/sheet-2', to: show },
  ]);
});

it('a film of the draft is found by its title, so that it is not added twice', () => {
  const content = { films: { typed: { added: true, fields: { title: 'Löw tide' } } }, shows: {} };
  const result = spreadsheetChanges(content, { films: { 7: film }, shows: { 'sheet-1': show } });
  expect(result).toEqual({
    changes: [{ pointer: '/shows/sheet-1', to: { added: true, fields: { movieId: 'typed' } } }],
    films: 0,
    shows: 1,
  });
});
