// One address for every kind of page of the demo sites, for tests that look at all of them.

/** A demo site, and the path of one of its pages. */
export type Address = readonly ['aster' | 'meridian', string];

const of = (site: Address[0], ...paths: readonly string[]): readonly Address[] => paths.map((path) => [site, path]);

/** Pages whose content depends on the time of day: films, showtimes, theaters, events. */
export const PROGRAM_PAGES: readonly Address[] = [
  ...of(
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
  ...of(
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

/** Pages that are the same at every hour, or have what few others have: many tags, times of another zone. */
export const OTHER_PAGES: readonly Address[] = [
  ...of(
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
  ...of(
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

/** Forms for guests. */
export const GUEST_PAGES: readonly Address[] = [
  ...of(
    'meridian',
    '/login/',
    '/login/join/',
    '/login/forgot-password/',
    '/login/forgot-username/',
    '/login/?email=a%40b.example&resetCode=XYZ',
    '/login/activate/',
    '/login/gift-card/',
  ),
  ...of('aster', '/login/', '/login/join/', '/fr/login/', '/fr/login/join/'),
];

/** The member area, for a signed-in member. */
export const MEMBER_PAGES: readonly Address[] = of(
  'meridian',
  '/login/',
  '/login/rewards/',
  '/login/vouchers/',
  '/login/watchlist/',
  '/login/theaters/',
  '/login/orders/',
  '/login/cards/',
  '/login/profile/',
);
