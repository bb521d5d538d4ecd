import { expect, it } from 'vitest';
import { type SiteEvent, toTrackedEvent } from './events.ts';

/** One event of each name, with all allowed properties. */
const EVENTS: { readonly [Name in SiteEvent['name']]: Extract<SiteEvent, { name: Name }> } = {
  click: { name: 'click', category: 'Navigation', label: 'out: https://shop.example.org/x' },
  film_opened: { name: 'film_opened', filmId: '318204' },
  showtime_chosen: { name: 'showtime_chosen', filmId: '318204', theaterId: 'main', start: '2025-11-20T18:10:00-05:00' },
  trailer_played: { name: 'trailer_played', filmId: '318204' },
  search: { name: 'search', length: 7, results: 2 },
  day_chosen: { name: 'day_chosen', day: '2025-11-22' },
  filter_used: { name: 'filter_used', filter: 'version', value: 'ov' },
  theater_chosen: { name: 'theater_chosen', theaterId: 'main' },
  watchlist_changed: { name: 'watchlist_changed', filmId: '318204', added: true },
  sign_in: { name: 'sign_in', way: 'password' },
  join: { name: 'join' },
};

it.each(Object.values(EVENTS))('ANLY-07 $name is a name and properties', (event) => {
  const { name, properties } = toTrackedEvent(event);
  expect(name).toBe(event.name);
  expect({ name, ...properties }).toEqual(event);
  expect(properties).not.toHaveProperty('name');
});

it('ANLY-07 no event has an identity or the text of a search', () => {
  const names = new Set(Object.values(EVENTS).flatMap((event) => Object.keys(toTrackedEvent(event).properties)));
  expect([...names].toSorted()).toEqual([
    'added',
    'category',
    'day',
    'filmId',
    'filter',
    'label',
    'length',
    'results',
    'start',
    'theaterId',
    'value',
    'way',
  ]);
});
