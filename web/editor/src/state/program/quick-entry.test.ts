import { describe, expect, it } from 'vitest';
import type { PartChange } from '../draft/machine.ts';
import { withValue } from '../pointer.ts';
import { OFFERED, attributesOf } from './attributes.ts';
import { clockText, daysOfWeek } from './clock.ts';
import { addedShow } from './edits.ts';
import { programFilms } from './films.ts';
import { closedDaysOf, countOf, placedShows, warningsOf } from './placement.ts';
import { type EntryContext, filmsMatching, readEntry } from './quick-entry.ts';
import { rulesOf } from './rules.ts';
import { programShows } from './shows.ts';
import { readTime } from './time-text.ts';

const TITLES = [
  ['1', 'Mother Tongue', 94],
  ['2', 'Low Tide Orchestra', 102],
  ['3', 'The Salt Cartographer', 118],
  ['4', 'A Brief History of Rain', 101],
  ['5', 'Night Ferry to Lisle', 109],
  ['6', 'Sun Over Lisle', 90],
  ['7', '8 Women', 111],
] as const;
const FILMS = programFilms({ films: TITLES.map(([id, title, runtime]) => ({ id, title, runtime, poster: 'p', shows: 1 })) }, {});
const screen = (id: string, name: string) => ({ id, name, seats: undefined, attributes: [] });
const NAMES = {
  [OFFERED.original]: { label: 'Original version', short: 'OV' },
  [OFFERED.audioDescription]: { label: 'Audio description', short: 'AD' },
  [OFFERED.relaxed]: { label: 'Relaxed', short: 'RLX' },
  'Format.Projection.Imax': { label: 'IMAX', short: 'IMAX' },
};
const CONTEXT: EntryContext = {
  films: FILMS,
  screens: [screen('1', 'Screen 1'), screen('2', 'Screen 2'), screen('3', 'Studio')],
  attributes: attributesOf({}, NAMES),
  days: daysOfWeek('2026-11-20'),
  today: '2026-11-20',
  day: '2026-11-20',
  screen: '',
  weekdays: ['lundi', 'mardi', 'mercredi', 'jeudi', 'vendredi', 'samedi', 'dimanche'],
  relativeDays: ["aujourd'hui", 'demain'],
  isMonthFirst: true,
  startHour: 3,
};
const [OV, AD] = [OFFERED.original, OFFERED.audioDescription];

/** A line in short: film, day, time, screen, attributes. */
function read(line: string, context: Partial<EntryContext> = {}) {
  const { film, day, time, screen: on, attributes } = readEntry(line, { ...CONTEXT, ...context });
  return [film?.id, day.slice(5), time?.kind === 'time' ? clockText(time.minutes) : time?.kind, on, attributes];
}

describe('typed times', () => {
  it.each([
    ['6', '18:00'],
    ['6:10', '18:10'],
    ['18:10', '18:10'],
    ['18h10', '18:10'],
    ['18.10', '18:10'],
    ['610p', '18:10'],
    ['610', '18:10'],
    ['1810', '18:10'],
    ['10:30', '10:30'],
    ['1030p', '22:30'],
    ['10:30 PM', '22:30'],
    ['11am', '11:00'],
    ['12', '12:00'],
    ['12:30am', '00:30'],
    ['09:30', '09:30'],
    ['24:30', '00:30'],
    ['0:15', '00:15'],
  ])('%s is %s', (text, clock) => {
    const time = readTime(text, 3);
    expect(time?.kind === 'time' ? clockText(time.minutes) : time).toBe(clock);
  });

  it('of the night belong to the cinema day before', () => {
    expect(readTime('12:30am', 3)).toEqual({ kind: 'time', minutes: 24 * 60 + 30 });
    expect(readTime('24:30', 3)).toEqual({ kind: 'time', minutes: 24 * 60 + 30 });
  });

  it('that do not exist keep their text and say what was probably meant', () => {
    expect(readTime('25:10', 3)).toEqual({ kind: 'unreadable', text: '25:10', suggestion: 22 * 60 + 10 + 15 });
    expect(readTime('6:75', 3)).toMatchObject({ kind: 'unreadable', suggestion: 18 * 60 });
    expect(readTime('13pm', 3)).toMatchObject({ kind: 'unreadable' });
    expect(readTime('soon', 3)).toBeUndefined();
  });
});

describe('a typed show', () => {
  it('ux 5.3 is film, day, time, screen and attributes', () => {
    expect(read('mother mon 6 s1 ov')).toEqual(['1', '11-23', '18:00', '1', [OV]]);
    expect(read('low tide sat 8:45p #2 ad ov')).toEqual(['2', '11-21', '20:45', '2', [AD, OV]]);
    expect(read('ferry 11/24 610p studio')).toEqual(['5', '11-24', '18:10', '3', []]);
    expect(read('rain tomorrow 18:10 screen2 relaxed')).toEqual(['4', '11-21', '18:10', '2', [OFFERED.relaxed]]);
    expect(read('rain 18:10 imax')[4]).toEqual(['Format.Projection.Imax']);
  });

  it('takes the parts in any order', () => {
    expect(read('mother s1 ov 6 mon')).toEqual(['1', '11-23', '18:00', '1', [OV]]);
    expect(read('mother 6 pm mon 1')).toEqual(['1', '11-23', '18:00', '1', []]);
  });

  it('is on the day and screen of the focus if it names none', () => {
    expect(read('salt 9', { day: '2026-11-22', screen: '2' })).toEqual(['3', '11-22', '21:00', '2', []]);
  });

  it('knows weekdays of the language, dates of other days, and the next year', () => {
    expect(read('mother lun 6')[1]).toBe('11-23');
    expect(read('mother 24.11. 6')[1]).toBe('11-24');
    expect(read('mother 24/11 6', { isMonthFirst: false })[1]).toBe('11-24');
    expect(read('mother 2027-01-02 6')[1]).toBe('01-02');
    expect(readEntry('mother 1/2 6', { ...CONTEXT, day: '2026-12-30' }).day).toBe('2027-01-02');
    expect(read('mother demain 6')[1]).toBe('11-21');
  });

  it('reads words of a title as the title', () => {
    expect(read('sun over sun 6 s1')).toEqual(['6', '11-22', '18:00', '1', []]);
    expect(read('8 women 8 s2')).toEqual(['7', '11-20', '20:00', '2', []]);
    expect(read('a brief history of rain 7')).toEqual(['4', '11-20', '19:00', '', []]);
  });

  it('forgives a typing error, and offers the other films', () => {
    expect(read('mohter mon 6 s1')[0]).toBe('1');
    const { film, others } = readEntry('lisle 6', CONTEXT);
    expect([film?.id, ...others.map(({ id }) => id)]).toEqual(['5', '6']);
    expect(filmsMatching(FILMS, 'salt').map(({ id }) => id)).toEqual(['3']);
  });

  it('says what it cannot read', () => {
    expect(readEntry('mother mon 25:10 s1', CONTEXT).time).toMatchObject({ kind: 'unreadable', text: '25:10', suggestion: 1345 });
    expect(readEntry('zebra mon 6', CONTEXT)).toMatchObject({ film: undefined, words: 'zebra' });
    expect(readEntry('mother', CONTEXT).time).toBeUndefined();
  });
});

describe('a whole week for three screens', () => {
  const STARTS = [
    ['mother 12:30 s1 ov', 'salt 1 s2', 'ferry 2 s3'],
    ['tide 4:40 s1 ov', 'rain 5 s2', 'women 6 s3 ad'],
    ['salt 8:15 s1', 'mother 8:30 s2 ov', 'tide 9:30 s3'],
  ];
  const WEEKDAYS = ['fri', 'sat', 'sun', 'mon', 'tue', 'wed', 'thu'];
  const content = {
    theaters: { canal: { timeZone: 'America/Detroit' } },
    shows: {},
  };
  const clock = { zone: 'America/Detroit', startHour: 3 };
  const rules = rulesOf(content, 'canal');

  it('is 63 lines, each of which is one show without a warning', () => {
    const lines = WEEKDAYS.flatMap((day) => STARTS.flat().map((line) => line.replace(' ', ` ${day} `)));
    expect(lines).toHaveLength(63);
    const changes = lines.map((line): PartChange => {
      const { film, day, time, screen: on, attributes } = readEntry(line, CONTEXT);
      if (film === undefined || time?.kind !== 'time' || on === '') return expect.fail(line);
      return addedShow(
        { id: 'canal', clock, rules },
        { movieId: film.id, local: { day, minutes: time.minutes }, screen: on, attributes },
      );
    });
    const week = changes.reduce<unknown>((document, { pointer, to }) => withValue(document, pointer, to), content);
    const shows = programShows([], { content: week, live: content }, 'canal', clock);
    expect(shows).toHaveLength(63);
    for (const day of CONTEXT.days) expect(shows.filter(({ local }) => local.day === day)).toHaveLength(9);
    const warnings = warningsOf(placedShows(shows, FILMS, rules), closedDaysOf(week, 'canal'), rules.cleaningMinutes);
    expect(warnings).toEqual([]);
    expect(countOf(warnings, 'overlap')).toBe(0);
  });

  it('takes fewer than 900 key presses, which is five minutes at three a second', () => {
    // Without the day, which stays the one of the line before.
    const lines = WEEKDAYS.flatMap((day) =>
      STARTS.flat().map((line, index) => (index === 0 ? line.replace(' ', ` ${day} `) : line)),
    );
    const presses = lines.map((line) => line.length + 1).reduce((sum, count) => sum + count, 0);
    expect(presses).toBeLessThan(900);
  });
});
