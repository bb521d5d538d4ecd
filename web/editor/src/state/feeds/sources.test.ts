import type { EditorFeed } from '@marquee/api/editor.gen.ts';
import { describe, expect, it } from 'vitest';
import { type KnownFeeds, feedsOfFacts, feedsOfFilms, feedsOfShow, feedsOfTheater, nameOfOnly } from './sources.ts';

const feed = (name: string, values: Partial<EditorFeed>): EditorFeed => ({
  id: name,
  name,
  address: 'https://cinema.example/feed',
  format: 'veezi',
  theaters: [{ feed: '1', theater: 'mill' }],
  intervalMinutes: 5,
  holdPercent: 40,
  conflicts: 'feedWins',
  missingShows: 'canceled',
  titleRules: [],
  isOn: true,
  health: 'healthy',
  days: [],
  shows: 0,
  warnings: 0,
  ...values,
});

const VEEZI = feed('Veezi', {});
const AGILE = feed('Agile', { format: 'agile', theaters: [{ feed: 'a', theater: 'harbor' }, { feed: 'b' }] });
const OFF = feed('Old', { isOn: false });
const TMDB = feed('TMDB', { format: 'tmdb', theaters: [] });

const known = (...feeds: readonly EditorFeed[]): KnownFeeds => ({ feeds: [...feeds], withoutFeed: [] });

describe('where what is shown comes from', () => {
  it('ux 5.11 names the feed of a theater, not one of another theater, of facts, or switched off', () => {
    expect(feedsOfTheater(known(VEEZI, AGILE, OFF, TMDB), 'mill')).toEqual([VEEZI]);
    expect(feedsOfTheater(known(VEEZI, AGILE, OFF, TMDB), 'harbor')).toEqual([AGILE]);
    expect(feedsOfTheater(known(VEEZI, AGILE), 'other')).toEqual([]);
  });

  it('ux 5.11 names the feed of a show in a theater with several feeds, unless it was removed', () => {
    const both = known(VEEZI, OFF, AGILE);
    expect(feedsOfShow(both, [VEEZI, AGILE], 'Agile')).toEqual([AGILE]);
    expect(feedsOfShow(both, [VEEZI, AGILE], 'gone')).toEqual([VEEZI, AGILE]);
    expect(feedsOfShow(both, [VEEZI], undefined)).toEqual([VEEZI]);
  });

  it('names a feed that is off if no other one brings the shows, which stay', () => {
    expect(feedsOfTheater(known(OFF, AGILE), 'mill')).toEqual([OFF]);
  });

  it('ux 5.4 does not say that one feed says what another may have said', () => {
    expect(nameOfOnly(feedsOfFacts(known(VEEZI)))).toBe('Veezi');
    expect(nameOfOnly(feedsOfFacts(known(VEEZI, TMDB)))).toBeUndefined();
    expect(nameOfOnly(feedsOfFilms(known(VEEZI, TMDB)))).toBe('Veezi');
    expect(nameOfOnly(feedsOfFilms(known(VEEZI, AGILE)))).toBeUndefined();
    expect(nameOfOnly([])).toBeUndefined();
  });

  it('ux 5.4 does not name a feed for films that an import may have brought', () => {
    const withoutFeed = [{ id: 'harbor', name: 'Harbor', shows: 3 }];
    expect(feedsOfFacts({ feeds: [VEEZI], withoutFeed })).toEqual([]);
    expect(feedsOfFilms({ feeds: [VEEZI], withoutFeed })).toEqual([]);
  });
});
