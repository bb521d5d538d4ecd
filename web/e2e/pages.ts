// One address for every kind of page of the demo sites, for tests that check all of them.

import type { DemoSite } from './demo-sites.ts';

/** A demo site, and the path of one of its pages. */
export type Address = readonly [DemoSite, string];

const pagesOf = (site: Address[0], ...paths: readonly string[]): readonly Address[] => paths.map((path) => [site, path]);

/** Pages whose content depends on the time of day: films, showtimes, theaters, events. */
export const SCHEDULE_PAGES: readonly Address[] = [
  ...pagesOf(
    'meridian',
    '/',
    '/movies/',
    '/movies/coming-soon/',
    '/movies/318204-the-salt-cartographer/',
    '/movies/321209-the-whale-road/',
    '/showtimes/',
    '/showtimes/?view=time',
    '/events/',
    '/visit/',
  ),
  ...pagesOf(
    'aster',
    '/',
    '/movies/',
    '/movies/318204-the-salt-cartographer/',
    '/theaters/',
    '/theaters/canal-street/',
    '/theaters/quai-saint-elme/',
    '/showtimes/',
    '/events/',
    '/events/4104-rusalka-live/',
    '/fr/',
    '/fr/showtimes/',
  ),
];

/** Pages that do not depend on the time of day, and pages with rare content: many tags, times of another time zone. */
export const OTHER_PAGES: readonly Address[] = [
  ...pagesOf(
    'meridian',
    '/club/',
    '/visit/contact/',
    '/privacy/',
    '/search/?q=salt',
    '/search/?q=zzzz',
    '/offline.html',
    '/no-such-page/',
    '/500.html',
  ),
  ...pagesOf(
    'aster',
    '/friends/',
    '/visit/',
    '/visit/contact/',
    '/previews/',
    '/movies/318377-low-tide-orchestra/',
    '/fr/movies/318377-low-tide-orchestra/',
    '/theaters/garden-row/',
    '/search/',
    '/fr/search/?q=sel',
    '/offline.html',
    '/404.html',
  ),
];

/** Forms for visitors who are not signed in. */
export const GUEST_PAGES: readonly Address[] = [
  ...pagesOf(
    'meridian',
    '/login/',
    '/login/join/',
    '/login/forgot-password/',
    '/login/forgot-username/',
    '/login/?email=a%40b.example&resetCode=XYZ',
    '/login/activate/',
    '/login/gift-card/',
  ),
  ...pagesOf('aster', '/login/', '/login/join/', '/fr/login/', '/fr/login/join/'),
];

/** The member area, for a signed-in member. Aster has no favorite theaters. */
export const MEMBER_PAGES: readonly Address[] = [
  ...pagesOf(
    'meridian',
    '/login/',
    '/login/rewards/',
    '/login/vouchers/',
    '/login/watchlist/',
    '/login/theaters/',
    '/login/orders/',
    '/login/cards/',
    '/login/profile/',
  ),
  ...pagesOf(
    'aster',
    '/login/',
    '/login/rewards/',
    '/login/vouchers/',
    '/login/watchlist/',
    '/login/orders/',
    '/login/cards/',
    '/login/profile/',
  ),
];
