import { describe, expect, it } from 'vitest';
import { EMBEDDING_MODE, embedLinks, embeddedHref, requestsEmbedding } from './embedding.ts';

const SHOW = 'https://t.example/websales/sales/ABC/book?perfcode=998';

it('EMBED-01 has one mode', () => {
  expect(EMBEDDING_MODE).toBe('tapos_embedded');
});

describe('EMBED-02 in embedded mode', () => {
  it.each([
    [SHOW, '/ticketing/?theaterCode=ABC&perfCode=998'],
    ['websales/sales/ABC/book?perfcode=998', '/ticketing/?theaterCode=ABC&perfCode=998'],
    ['//t.example/x/websales/sales/abc/book?lang=en&perfcode=aB9&x=1#seats', '/ticketing/?theaterCode=abc&perfCode=aB9'],
    [
      'https://t.example/websales/sales/Caf%C3%A9%20Nord/book?perfcode=a%26b',
      '/ticketing/?theaterCode=Caf%C3%A9%20Nord&perfCode=a%26b',
    ],
    ['https://t.example/websales/sales/A+B/book?perfcode=1+2', '/ticketing/?theaterCode=A%2BB&perfCode=1%202'],
    ['https://t.example/websales/sales/A&B=C/book?perfcode=1=2', '/ticketing/?theaterCode=A%26B%3DC&perfCode=1%3D2'],
    ['https://t.example/websales/sales/50%/book?perfcode=%zz', '/ticketing/?theaterCode=50%25&perfCode=%25zz'],
  ])('%s is %s', (href, expected) => {
    expect(embeddedHref(href)).toBe(expected);
  });

  it.each([
    '',
    '/movies/',
    'https://t.example/websales/sales/ABC/book',
    'https://t.example/websales/sales/ABC/book?perfcode=',
    'https://t.example/websales/sales/ABC/book?perfcode',
    'https://t.example/websales/sales/ABC/book?perfCode=998',
    'https://t.example/websales/sales//book?perfcode=998',
    'https://t.example/websales/sales/A/B/book?perfcode=998',
    'https://t.example/websales/sales/ABC/booking?perfcode=998',
    'https://t.example/sales/ABC/book?perfcode=998',
    'https://t.example/x#websales/sales/ABC/book?perfcode=998',
    'https://t.example/websales/sales/ABC/book#?perfcode=998',
    'https://t.example/websales/sales/\ud800/book?perfcode=998',
  ])('%s stays', (href) => {
    expect(embeddedHref(href)).toBe(href);
  });
});

it('EMBED-03 the site may name another path', () => {
  expect(embeddedHref(SHOW, '/till/')).toBe('/till/?theaterCode=ABC&perfCode=998');
  expect(embeddedHref(SHOW, '/till/?desk=2')).toBe('/till/?desk=2&theaterCode=ABC&perfCode=998');
});

it.each([
  ['?embedding=tapos_embedded', true],
  ['?utm_source=x&embedding=tapos_embedded', true],
  ['?embedding=tapos', false],
  ['?embedding=tapos_embedded2', false],
  ['?notembedding=tapos_embedded', false],
  ['', false],
])('EMBED-04 %j requests the mode: %s', (search, isRequested) => {
  expect(requestsEmbedding(search)).toBe(isRequested);
});

it('EMBED-02 rewrites every link of a page, and a rewritten link opens no window', () => {
  const page = {
    site: {
      homeHref: '/',
      menu: [
        { label: 'Tickets', href: SHOW, external: true },
        { label: 'Shop', href: 'https://shop.example/', external: true },
      ],
    },
    page: {
      title: SHOW,
      hrefLabel: SHOW,
      films: [{ shows: [{ href: SHOW, label: undefined }, { time: '6:10', seats: 7 }, null] }],
      moreHref: SHOW,
    },
  };
  embedLinks(page, '/till/');
  const inside = '/till/?theaterCode=ABC&perfCode=998';
  expect(page).toEqual({
    site: {
      homeHref: '/',
      menu: [
        { label: 'Tickets', href: inside, external: false },
        { label: 'Shop', href: 'https://shop.example/', external: true },
      ],
    },
    page: {
      title: SHOW,
      hrefLabel: SHOW,
      films: [{ shows: [{ href: inside, label: undefined }, { time: '6:10', seats: 7 }, null] }],
      moreHref: inside,
    },
  });
});
