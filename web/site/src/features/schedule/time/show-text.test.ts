import type { Show, ShowState } from '@marquee/api/schema.gen.ts';
import { describe, expect, it } from 'vitest';
import { samplePage } from '@marquee/testkit/pages/samples.ts';
import { isBookable, noteText, showName, startText, stateOf, type Look } from './show-text.ts';

const page = samplePage('meridian-home');
const ORIGINAL = 'Localization.Version.Original';
const SUBTITLES = 'Localization.Subtitles';
const CAPTIONS = 'Showtime.Accessibility.OpenCaption';

const show = (more: Partial<Show> = {}): Show => ({
  id: 's1',
  time: '6:10',
  half: 'PM',
  at: '2025-11-20T18:10:00-05:00',
  href: 'https://tickets.example/1',
  ...more,
});

describe('the state of a show', () => {
  it.each([
    [undefined, false, 'open'],
    [undefined, true, 'started'],
    ['few', true, 'started'],
    ['soldOut', true, 'started'],
    ['cancelled', true, 'cancelled'],
  ] satisfies [ShowState | undefined, boolean, ShowState][])('%s, started %s: %s', (state, started, expected) => {
    expect(stateOf(show(state === undefined ? {} : { state }), started)).toBe(expected);
  });

  it.each([
    ['open', true],
    ['few', true],
    ['soldOut', false],
    ['started', false],
    ['boxOffice', false],
    ['cancelled', false],
  ] satisfies [ShowState, boolean][])('%s is a link: %s', (state, link) => {
    expect(isBookable(show(), state)).toBe(link);
  });

  it('is not a link without an address', () => {
    expect(isBookable(show({ href: '' }), 'open')).toBe(false);
  });
});

describe('the line under a time', () => {
  it.each([
    ['card', [ORIGINAL, SUBTITLES, CAPTIONS], 'open', 'OV OC'],
    ['card', [], 'few', 'Few left'],
    ['card', [ORIGINAL], 'few', 'OV'],
    ['card', [ORIGINAL], 'soldOut', 'Sold out'],
    ['card', [], 'boxOffice', 'Box office'],
    ['hero', [ORIGINAL, SUBTITLES], 'open', 'Original version'],
    ['hero', [ORIGINAL, CAPTIONS], 'open', 'Original version, Open captions'],
    ['hero', [ORIGINAL], 'few', 'Few left'],
    ['film', [ORIGINAL], 'open', 'Ends 8:23 · Screen 1'],
    ['film', [ORIGINAL], 'few', 'Few seats left'],
    ['axis', [], 'open', 'Screen 1'],
    ['axis', [ORIGINAL, CAPTIONS], 'open', 'Original version\u200B,\u00A0Open captions'],
    ['day', [], 'open', 'Screen 1'],
    ['film', [], 'boxOffice', 'At the box office'],
  ] satisfies [Look, string[], ShowState, string][])('%s %j %s: %s', (look, tags, state, expected) => {
    expect(noteText(page, show({ tags, screen: 'Screen 1', ends: '8:23' }), state, look)).toBe(expected);
  });

  it('has a single tag for a subtitled original version if the locale has one', () => {
    const french = {
      ...page,
      attributes: {
        ...page.attributes,
        [ORIGINAL]: { short: 'VO', label: 'Version originale', group: 'version', subtitled: 'VOST' },
      },
    } satisfies typeof page;
    expect(noteText(french, show({ tags: [ORIGINAL, SUBTITLES] }), 'open', 'card')).toBe('VOST');
    expect(noteText(french, show({ tags: [ORIGINAL] }), 'open', 'card')).toBe('VO');
  });

  it('shortens the names of several attributes in the hero', () => {
    const withShortName = {
      ...page,
      attributes: { ...page.attributes, [CAPTIONS]: { short: 'OC', label: 'Open captions', group: 'access', word: 'Captions' } },
    } satisfies typeof page;
    expect(noteText(withShortName, show({ tags: [ORIGINAL, CAPTIONS] }), 'open', 'hero')).toBe('Original version, Captions');
    expect(noteText(withShortName, show({ tags: [CAPTIONS] }), 'open', 'hero')).toBe('Open captions');
  });

  it('shortens the names of attributes on the axis', () => {
    const withShortName = {
      ...page,
      attributes: { ...page.attributes, [CAPTIONS]: { short: 'OC', label: 'Open captions', group: 'access', word: 'Captions' } },
    } satisfies typeof page;
    expect(noteText(withShortName, show({ tags: [CAPTIONS] }), 'open', 'axis')).toBe('Captions');
    expect(noteText(withShortName, show({ tags: [CAPTIONS] }), 'few', 'axis')).toBe('Few left');
  });

  it('names the theater in a list of several theaters', () => {
    const oldMill = show({ theater: 'Old Mill', tags: [ORIGINAL] });
    expect(noteText(page, oldMill, 'open', 'card')).toBe('Old Mill · OV');
    expect(noteText(page, oldMill, 'open', 'hero')).toBe('Old Mill');
    expect(noteText(page, oldMill, 'few', 'hero')).toBe('Few left · Old Mill');
  });
});

describe('a moved show', () => {
  const moved = show({ movedFrom: '5:30 PM', ends: '8:23' });

  it('tells its former start under the time on the film’s page, and in the accessible name elsewhere', () => {
    expect(noteText(page, moved, 'open', 'film')).toBe('Moved from 5:30 PM · Ends 8:23');
    expect(noteText(page, moved, 'boxOffice', 'film')).toBe('At the box office · Moved from 5:30 PM');
    expect(noteText(page, moved, 'few', 'day')).toContain('Moved from 5:30 PM');
    expect(noteText(page, moved, 'open', 'card')).toBe('');
    expect(showName(page, moved, 'Kestrel', 'open', '')).toBe('6:10 PM, Kestrel, Moved from 5:30 PM, tickets');
  });
});

describe('the accessible name', () => {
  it('begins with the visible text and adds the rest once (ux 9)', () => {
    const subtitled = show({ tags: [ORIGINAL, SUBTITLES] });
    expect(showName(page, subtitled, 'The Salt Cartographer', 'few', 'Few left')).toBe(
      '6:10 PM Few left, The Salt Cartographer, Original version, English subtitles, tickets',
    );
  });

  it('adds that few seats are left if the visible note does not', () => {
    expect(showName(page, show(), 'Kestrel', 'few', '')).toBe('6:10 PM, Kestrel, Few seats left, tickets');
  });

  it('adds the time zone if it is not the page’s', () => {
    expect(startText(page, show({ time: '4:15', zone: 'CET' }))).toBe('4:15 PM CET');
    expect(startText(page, show({ time: '16:15', half: '', zone: 'CET' }))).toBe('16:15 CET');
  });

  it('omits what the visible text contains', () => {
    const original = show({ tags: [ORIGINAL], theater: 'Old Mill' });
    expect(showName(page, original, 'Kestrel', 'open', 'Kestrel Original version · Old Mill')).toBe(
      '6:10 PM Kestrel Original version · Old Mill, tickets',
    );
  });

  it('has no half of the day in a 24-hour locale', () => {
    expect(startText(page, show({ time: '18:10', half: '' }))).toBe('18:10');
  });
});
