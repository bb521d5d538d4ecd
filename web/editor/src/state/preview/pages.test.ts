import { loadTexts } from '../messages.ts';
import { expect, it, vi } from 'vitest';
import { previewPagesOf } from './pages.ts';

const film = (id: string, title: string, shows: number) => ({ id, title, shows, feed: true });

it('lists the main pages, films with shows, events, theaters and content pages', async () => {
  vi.stubGlobal('document', { documentElement: {} });
  const { messages } = await loadTexts('en', false);
  const content = {
    site: { config: {} },
    pages: { '/': { path: '/', kind: 'home', title: 'Films and showtimes' }, '/jobs/': { path: '/jobs/', title: 'Jobs' } },
    theaters: { T1: { id: 'T1', name: 'Canal Street', slug: 'canal-street' } },
    events: { 4102: { id: '4102', title: 'Silent Sundays' } },
  };
  const groups = previewPagesOf(content, [film('1', 'Low Tide', 2), film('2', 'Kestrel', 9), film('3', 'Later', 0)], messages);
  expect(groups.map(({ pages }) => pages.map(({ path }) => path))).toEqual([
    ['', 'showtimes/', 'events/', 'theaters/'],
    ['movies/2-/', 'movies/1-/'],
    ['events/4102-/'],
    ['theaters/canal-street/'],
    ['jobs/'],
  ]);
  expect(groups[0]?.pages[0]?.label).toBe('Films and showtimes');
  const single = previewPagesOf({ ...content, site: { config: { isSingleLocation: true } }, events: {} }, [], messages);
  expect(single.map(({ pages }) => pages.map(({ path }) => path))).toEqual([['', 'showtimes/', 'events/'], ['jobs/']]);
});
