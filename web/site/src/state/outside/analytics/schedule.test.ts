import { expect, it } from 'vitest';
import { type Schedule, showOf, trailerOf } from '@marquee/rules/analytics/schedule.ts';
import { SAMPLES } from '@marquee/testkit/pages/samples.ts';
import { scheduleOf } from './schedule-of.ts';

function sample(name: string): Schedule {
  const data = SAMPLES.get(name);
  if (data === undefined) throw new Error(`no sample ${name}`);
  return scheduleOf(data);
}

const ticket = (site: string, show: string): string => `https://tickets.${site}.example/ticketing?showtime=${show}`;

it.each([
  [
    'the hero of a single location',
    'meridian-home',
    ticket('meridian', 'm4401'),
    { filmId: '318204', theaterId: 'meridian-main', start: '2025-11-20T18:10:00-05:00' },
  ],
  [
    'a show that starts soon',
    'meridian-home',
    ticket('meridian', 'm4420'),
    { filmId: '316402', theaterId: 'meridian-main', start: '2025-11-20T18:05:00-05:00' },
  ],
  [
    'a film of a circuit',
    'aster-film',
    ticket('aster', 'a4518'),
    { filmId: '318377', theaterId: 'aster-canal-street', start: '2025-11-20T18:20:00-05:00' },
  ],
  ['showtimes by theater', 'aster-showtimes', ticket('aster', 'a4602'), { filmId: '318377', theaterId: 'aster-canal-street' }],
  [
    'a theater by time',
    'meridian-theater-time',
    ticket('meridian', 'm4464'),
    { filmId: '318204', theaterId: 'meridian-main', start: '2025-11-20T18:10:00-05:00' },
  ],
  [
    'the search',
    'meridian-search',
    ticket('meridian', 'm4401'),
    { filmId: '318204', theaterId: 'meridian-main', start: '2025-11-20T18:10:00-05:00' },
  ],
])('ANLY-07 the show of %s', (_, name, href, expected) => {
  expect(showOf(href, sample(name))).toMatchObject(expected);
});

it('ANLY-07 finds the film of every show link on every page', () => {
  let links = 0;
  for (const [name, { page }] of SAMPLES) {
    const schedule = sample(name);
    for (const [href = ''] of JSON.stringify(page).matchAll(/https:\/\/tickets\.[a-z]+\.example\/ticketing\?showtime=\w+/g)) {
      links += 1;
      expect([name, showOf(href, schedule)]).toEqual([
        name,
        expect.objectContaining({ filmId: expect.stringMatching(/^\d+$/), start: expect.stringMatching(/^\d{4}-/) }),
      ]);
    }
  }
  expect(links).toBeGreaterThan(100);
});

it('ANLY-07 the film of a trailer', () => {
  const href = 'https://video.example/watch?v=mQ2s4ltC4rt';
  expect(trailerOf(href, sample('meridian-film'))).toEqual({ filmId: '318204' });
  expect(trailerOf(href, sample('aster-home'))).toEqual({ filmId: '318377' });
  expect(trailerOf('https://video.example/other', sample('meridian-film'))).toBeUndefined();
});
