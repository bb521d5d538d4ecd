import { describe, expect, it } from 'vitest';
import { calendarFile, calendarSpan, googleCalendar, outlookCalendar, type CalendarEvent } from './calendar.ts';
import { queryPairs } from './query.ts';

const event: CalendarEvent = {
  title: 'Dust & Honey: the “long” cut',
  at: '2025-11-20T18:10:00-05:00',
  runtime: 118,
  location: 'Canal Street, 12 Canal Street',
  details: 'Original version\nhttps://www.aster.example/movies/1/?a=b',
};

/** The parameters of an address, as the calendar reads them. */
const read = (href: string): Record<string, string> => Object.fromEntries(queryPairs(href.split('?')[1] ?? ''));

describe('the span of a show', () => {
  it.each([
    ['2025-11-20T18:10:00-05:00', 118, '2025-11-20T23:10:00Z', '2025-11-21T01:08:00Z'],
    ['2025-03-30T01:30:00+01:00', 60, '2025-03-30T00:30:00Z', '2025-03-30T01:30:00Z'],
    ['2025-12-31T23:30:00Z', 45, '2025-12-31T23:30:00Z', '2026-01-01T00:15:00Z'],
    ['2025-11-20T12:20:00+05:30', 120, '2025-11-20T06:50:00Z', '2025-11-20T08:50:00Z'],
    ['2025-11-20T18:10:00.250-05:00', 60, '2025-11-20T23:10:00Z', '2025-11-21T00:10:00Z'],
  ])('%s for %i minutes is %s to %s', (at, runtime, start, end) => {
    expect(calendarSpan(at, runtime)).toEqual([start, end]);
  });

  it.each([undefined, 0, -1])('is as long as the server’s calendar files say if the running time is %s', (runtime) => {
    expect(calendarSpan('2025-11-20T18:10:00-05:00', runtime)).toEqual(['2025-11-20T23:10:00Z', '2025-11-21T00:50:00Z']);
  });
});

describe('links to calendars', () => {
  it('Google: times are in UTC, with a slash between start and end', () => {
    const href = googleCalendar(event);
    expect(href).toMatch(/^https:\/\/calendar\.google\.com\/calendar\/render\?action=TEMPLATE&text=/);
    expect(href).toContain('&dates=20251120T231000Z/20251121T010800Z&');
    expect(read(href)).toEqual({
      action: 'TEMPLATE',
      text: event.title,
      dates: '20251120T231000Z/20251121T010800Z',
      location: event.location,
      details: event.details,
    });
  });

  it('Outlook: the same data under other parameter names', () => {
    const href = outlookCalendar(event);
    expect(href).toMatch(
      /^https:\/\/outlook\.live\.com\/calendar\/0\/deeplink\/compose\?path=\/calendar\/action\/compose&rru=addevent&subject=/,
    );
    expect(read(href)).toEqual({
      path: '/calendar/action/compose',
      rru: 'addevent',
      subject: event.title,
      startdt: '2025-11-20T23:10:00Z',
      enddt: '2025-11-21T01:08:00Z',
      location: event.location,
      body: event.details,
    });
  });

  it('omits empty fields', () => {
    expect(googleCalendar({ ...event, location: '', details: '' })).not.toMatch(/location|details/);
    expect(outlookCalendar({ ...event, location: '', details: '' })).not.toMatch(/location|body/);
  });

  it('the path of a show’s file stays in its folder', () => {
    expect(calendarFile('/api/calendar/movie/7.ics', 'm4442')).toBe('/api/calendar/show/m4442.ics');
    expect(calendarFile('/fr/api/calendar/movie/7.ics', 'a/b?c$&')).toBe('/fr/api/calendar/show/a%2Fb%3Fc%24%26.ics');
  });
});
