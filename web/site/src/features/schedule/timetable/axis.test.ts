import type { ShowState, TimetableRow, TimetableShow } from '@marquee/api/schema.gen.ts';
import { describe, expect, it } from 'vitest';
import { samplePage } from '@marquee/testkit/pages/samples.ts';
import { axesOf, lanesOf, placeClass, rowClass, timetableCss } from './axis.ts';

const timetableShow = (start: number, length = 100, state?: ShowState, lane = 0): TimetableShow => ({
  show: { id: `${start}`, time: '', at: '', ...(state === undefined ? {} : { state }) },
  start,
  length,
  lane,
});
const row = (...shows: TimetableShow[]): TimetableRow => ({ film: { id: '1', title: 'Kestrel', href: '/movies/1/' }, shows });

describe('the hour axis', () => {
  it('runs from the full hour of the first start to the last end', () => {
    const { all, later, folded } = axesOf({ today: false, rows: [row(timetableShow(665), timetableShow(1360, 127))] }, undefined);
    expect(all).toEqual({ from: 660, hours: 14 });
    expect(later).toEqual(all);
    expect(folded).toBe(false);
  });

  it('folds the shows that have started today; the folded axis begins at the current hour', () => {
    const { all, later, folded } = axesOf(
      { today: true, rows: [row(timetableShow(740, 118, 'started'), timetableShow(1090, 118))] },
      1068,
    );
    expect(all.from).toBe(720);
    expect(later).toEqual({ from: 1020, hours: 6 });
    expect(folded).toBe(true);
  });

  it('folds the whole day when all shows have started', () => {
    expect(axesOf({ today: true, rows: [row(timetableShow(740, 118, 'started'))] }, 1400).folded).toBe(true);
  });

  it('shows at least six hours, even without shows', () => {
    expect(axesOf({ today: false, rows: [] }, undefined).all).toEqual({ from: 600, hours: 6 });
  });

  it('counts lanes', () => {
    expect(lanesOf([timetableShow(1), timetableShow(2, 1, undefined, 2)])).toBe(3);
    expect(rowClass([timetableShow(1)])).toBeUndefined();
    expect(rowClass([timetableShow(1), timetableShow(2, 1, undefined, 1)])).toBe('tt-r2 tt-u2');
  });

  it('does not count the lanes of folded shows', () => {
    expect(rowClass([timetableShow(1), timetableShow(2, 1, 'started', 1)])).toBe('tt-r2');
  });
});

describe('the CSS rules of the axis', () => {
  const data = samplePage('meridian-theater').page;
  if (data.kind !== 'theater') throw new Error('not a theater');

  it('include a rule for every class in use', () => {
    const css = timetableCss(data, 1068);
    const classes = data.rows.flatMap(({ shows }) => [...shows.map(placeClass), rowClass(shows) ?? '']);
    for (const placed of classes.flatMap((names) => names.split(' ')).filter(Boolean)) expect(css).toContain(`.${placed}{`);
  });

  it('contain only digits from the data', () => {
    const evil = Number('1}</style><script>');
    const css = timetableCss(
      { ...data, rows: [row(timetableShow(evil, Infinity, undefined, -3))], hours: [[evil, '</style>']] },
      evil,
    );
    expect(css).toMatch(/^(?:(?::root|\.tt-[slnru]\d+)\{(?:--\w+:\d+;?)+\})+$/);
  });
});
