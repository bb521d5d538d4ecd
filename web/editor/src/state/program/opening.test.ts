import { describe, expect, it } from 'vitest';
import { closedDaysOf, openingOn, placedShows, warningsOf } from './placement.ts';
import { rulesOf } from './rules.ts';
import { programShows } from './shows.ts';

const content = (openingHours?: object): unknown => ({
  theaters: { mill: { timeZone: 'UTC', ...(openingHours && { openingHours }) } },
  films: { '7': { added: true, fields: { title: 'Mother', runtime: 100 } } },
  shows: {
    // A Saturday.
    early: { added: true, fields: { movieId: '7', theaterId: 'mill', screen: '1', startsAt: '2026-11-21T10:00:00Z' } },
  },
});

const WEEK = { kind: 'week', days: [{ weekday: 6, opens: '13:00', closes: '23:30' }] };

function hoursWarnings(document: unknown): readonly string[] {
  const shows = programShows([], { content: document, live: {} }, 'mill', { zone: 'UTC', startHour: 3 });
  const warnings = warningsOf(placedShows(shows, [], rulesOf(document, 'mill')), closedDaysOf(document, 'mill'), 20);
  return warnings.filter(({ kind }) => kind === 'hours').map(({ show }) => show);
}

describe('ux 5.3 a show outside the opening hours', () => {
  it('is one outside those of its theater, which the warning names, not outside the usual ones', () => {
    expect(hoursWarnings(content(WEEK))).toEqual(['early']);
    expect(openingOn(closedDaysOf(content(WEEK), 'mill'), '2026-11-21')).toEqual([{ weekday: 6, opens: '13:00', closes: '23:30' }]);
  });

  it('is one on a day without opening hours', () => {
    expect(openingOn(closedDaysOf(content(WEEK), 'mill'), '2026-11-22')).toEqual([]);
  });

  it('is measured by the usual hours in a theater without any', () => {
    expect(hoursWarnings(content())).toEqual([]);
    expect(openingOn(closedDaysOf(content(), 'mill'), '2026-11-21')).toBeUndefined();
    expect(openingOn(closedDaysOf(content({ kind: 'week', days: [] }), 'mill'), '2026-11-21')).toBeUndefined();
  });
});
