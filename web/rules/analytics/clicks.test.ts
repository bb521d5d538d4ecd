import { describe, expect, it } from 'vitest';
import { type ClickedPage, type FollowedLink, choicesBetween, eventsOfLink } from './clicks.ts';

const HERE = 'acme.example';
const SHOW = 'https://tickets.acme.example/ticketing?showtime=m1';
const TRAILER = 'https://video.example/watch?v=1';

const PAGE: ClickedPage = {
  host: HERE,
  path: '/movies/',
  search: '?day=2025-11-22&utm_source=mail',
  schedule: {
    pages: [
      {
        kind: 'list',
        films: [
          {
            film: { id: '7', href: '/movies/7-kestrel/' },
            shows: [{ at: '2025-11-20T18:10:00-05:00', href: SHOW }],
            trailer: { href: TRAILER },
          },
        ],
      },
    ],
    theaterId: 'main',
    theaters: [],
  },
};

function link(href: string, more: Partial<FollowedLink> = {}): FollowedLink {
  const isAbsolute = /^[a-z]+:/.test(href);
  const address = isAbsolute ? href : `https://${HERE}${href.startsWith('/') ? '' : '/movies/'}${href}`;
  const [, protocol = '', host = '', path = '', search = ''] = /^([a-z]+:)(?:\/\/([^/?#]*))?([^?#]*)(\?[^#]*)?/.exec(address) ?? [];
  return { href, address, protocol, host, path, search, keepsScroll: false, isPlain: true, ...more };
}

describe('ANLY-06 links to other sites', () => {
  it('are reported as event click, category Navigation, label "out: " and the address', () => {
    expect(eventsOfLink(link('https://shop.example.org/x'), PAGE)).toEqual([
      { name: 'click', category: 'Navigation', label: 'out: https://shop.example.org/x' },
    ]);
  });

  it.each(['https://shop.example.org/x?token=s3cret', 'https://shop.example.org/x?email=a%40b.example'])(
    '%s without personal parameters',
    (href) => {
      expect(eventsOfLink(link(href), PAGE)).toEqual([
        { name: 'click', category: 'Navigation', label: 'out: https://shop.example.org/x' },
      ]);
    },
  );

  it('are reported for http too', () => {
    expect(eventsOfLink(link('http://shop.example.org/x'), PAGE)).toHaveLength(1);
  });

  it.each([
    '/events/',
    '#top',
    'httpx://shop.example.org/x',
    'xhttp://shop.example.org/x',
    'mailto:desk@acme.example',
    'tel:+15550100',
    'https://acme.example/events/',
  ])('%s is not reported', (href) => {
    expect(eventsOfLink(link(href), PAGE)).toEqual([]);
  });
});

describe('ANLY-07 the events of links of the site', () => {
  it.each([
    ['/movies/318204-the-salt-cartographer/', '318204'],
    ['/fr/movies/318204/', '318204'],
    ['/movies/318204-x/?day=2025-11-22', '318204'],
  ])('%s opens film %s', (href, filmId) => {
    expect(eventsOfLink(link(href), PAGE)).toEqual([{ name: 'film_opened', filmId }]);
  });

  it.each(['/movies/coming-soon/', '/movies/', '/showtimes/'])('%s opens no film', (href) => {
    expect(eventsOfLink(link(href), PAGE)).toEqual([]);
  });

  it('another site’s addresses open no film of this one', () => {
    expect(eventsOfLink(link('https://shop.example.org/movies/7-kestrel/'), PAGE).map(({ name }) => name)).toEqual(['click']);
  });

  it('a link without a theater chooses none', () => {
    expect(eventsOfLink(link('/api/select-theater?return=%2F'), PAGE)).toEqual([]);
  });

  it('a showtime is chosen, and leaves the site', () => {
    const chosen = { name: 'showtime_chosen', filmId: '7', theaterId: 'main', start: '2025-11-20T18:10:00-05:00' };
    expect(eventsOfLink(link(SHOW), PAGE)).toStrictEqual([
      { name: 'click', category: 'Navigation', label: `out: ${SHOW}` },
      chosen,
    ]);
    expect(eventsOfLink(link(`${SHOW}&utm_source=mail`), PAGE)[1]).toEqual(chosen);
  });

  it('THEAT-06 the ticketing provider is that of the show’s theater', () => {
    const theaters = [
      { id: 'other', name: 'Other', ticketingProvider: 'RTS' },
      { id: 'main', name: 'Main', ticketingProvider: 'CGR' },
    ];
    const page = { ...PAGE, schedule: { ...PAGE.schedule, theaters } };
    expect(eventsOfLink(link(SHOW), page)[1]).toMatchObject({
      name: 'showtime_chosen',
      theaterId: 'main',
      ticketingProvider: 'CGR',
    });
  });

  it('a trailer plays on the page, or opens in another window', () => {
    const played = { name: 'trailer_played', filmId: '7' };
    expect(eventsOfLink(link(TRAILER), PAGE)).toEqual([played]);
    expect(eventsOfLink(link(TRAILER, { isPlain: false }), PAGE)).toEqual([
      { name: 'click', category: 'Navigation', label: `out: ${TRAILER}` },
      played,
    ]);
  });

  it.each(['/api/select-theater?theater=aster-old-mill&return=%2F', '/api/select-theater/?theater=aster-old-mill'])(
    '%s chooses a theater',
    (href) => {
      expect(eventsOfLink(link(href), PAGE)).toEqual([{ name: 'theater_chosen', theaterId: 'aster-old-mill' }]);
    },
  );

  it('days and filters are links that keep the place on the page', () => {
    expect(eventsOfLink(link('/movies/?day=2025-11-23', { keepsScroll: true }), PAGE)).toEqual([
      { name: 'day_chosen', day: '2025-11-23' },
    ]);
    expect(eventsOfLink(link('/movies/?day=2025-11-22&version=ov', { keepsScroll: true }), PAGE)).toEqual([
      { name: 'filter_used', filter: 'version', value: 'ov' },
    ]);
    expect(eventsOfLink(link('/movies/'), PAGE)).toEqual([]);
  });

  it.each([
    ['', '?day=2025-11-22', [{ name: 'day_chosen', day: '2025-11-22' }]],
    ['?day=2025-11-22', '', [{ name: 'day_chosen', day: '' }]],
    ['?time=morning&before=21:00', '?before=21:00', [{ name: 'filter_used', filter: 'time', value: '' }]],
    ['?theater=a', '?theater=a&theater=b', [{ name: 'filter_used', filter: 'theater', value: 'a,b' }]],
    ['?view=time&q=x', '?q=y', []],
  ])('from %j to %j', (before, after, events) => {
    expect(choicesBetween(before, after)).toEqual(events);
  });
});
