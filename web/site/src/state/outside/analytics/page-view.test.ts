import { expect, it } from 'vitest';
import { createPageViews } from './page-view.ts';

const pageAddress = (search: string, referrer: string = '') => ({
  location: { origin: 'https://acme.example', pathname: '/movies/', search },
  document: { title: 'Movies', referrer },
});

it('PAGE-04 a page view has no secret parameters in its URL or referrer', () => {
  const view = createPageViews(
    pageAddress('?token=s3cret&day=2025-11-22&tillToken=s3cret', 'https://acme.example/reset/?resetCode=s3cret'),
  );
  expect(view()).toEqual({
    title: 'Movies',
    url: 'https://acme.example/movies/?day=2025-11-22',
    path: '/movies/',
    search: '?day=2025-11-22',
    referrer: 'https://acme.example/reset/',
  });
});

it('PAGE-04 after a change of route the referrer is the previous page', () => {
  const page = pageAddress('?day=2025-11-22', 'https://search.example/');
  const view = createPageViews(page);
  view();
  expect(view().referrer).toBe('https://search.example/');
  Object.assign(page.location, { pathname: '/events/', search: '' });
  expect(view()).toMatchObject({ path: '/events/', referrer: 'https://acme.example/movies/?day=2025-11-22' });
  expect(view().referrer).toBe('https://acme.example/movies/?day=2025-11-22');
});
