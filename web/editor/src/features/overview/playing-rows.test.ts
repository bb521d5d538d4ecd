import { describe, expect, it } from 'vitest';
import type { ShowToday, TheaterToday } from '@marquee/api/editor.gen.ts';
import { minutesBetween, nextShowOf, playingRows } from './playing-rows.ts';

const show = (id: string, start: string, end: string): ShowToday => ({
  id,
  film: { id, title: id },
  startsAt: `2026-11-20T${start}:00Z`,
  endsAt: `2026-11-20T${end}:00Z`,
});

const theater = (id: string, screens: TheaterToday['screens']): TheaterToday => ({
  id,
  name: id,
  timeZone: 'America/Detroit',
  showsToday: 3,
  screens,
});

const TWO = [
  { name: '1', playing: show('a', '17:00', '19:00'), next: show('b', '19:30', '21:00') },
  { name: '2', playing: show('c', '17:30', '18:30'), next: show('d', '18:45', '21:00') },
];

describe('what is playing', () => {
  it('has a row for each screen of a single location', () => {
    expect(playingRows([theater('one', TWO)]).map(({ name, playing }) => [name, playing?.id])).toEqual([
      ['1', 'a'],
      ['2', 'c'],
    ]);
  });

  it('has a row for each theater, with the show that ends first and the one that starts first', () => {
    const rows = playingRows([theater('one', TWO), theater('two', [])]);
    expect(rows.map(({ screens, playing, next }) => [screens, playing?.id, next?.id])).toEqual([
      [2, 'c', 'd'],
      [0, undefined, undefined],
    ]);
    expect(nextShowOf([theater('two', []), theater('one', TWO)])?.show.id).toBe('d');
    expect(nextShowOf([theater('two', [])])).toBeUndefined();
  });

  it('counts minutes that have begun', () => {
    const now = new Date('2026-11-20T17:00:30Z');
    expect([minutesBetween(now, '2026-11-20T17:01:00Z'), minutesBetween(now, '2026-11-20T16:00:00Z')]).toEqual([1, 0]);
  });
});
