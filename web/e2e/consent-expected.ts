// What the requirements say that a page asks of third parties, case by case: tables of the tests' own, apart from the rules
// of the product.

export const REGULATIONS = ['gdpr', 'ccpa', 'cpra', 'vcdpa', 'none'] as const;
export const CHOICES = ['none yet', 'accept', 'decline'] as const;
export const NOTICES = ['none', 'embedded', 'Didomi'] as const;
export const DISPLAYS = ['NONE', 'PROGRAMMATIC', 'CUSTOM', 'CUSTOM_WITHOUT_WRAPPER', 'RESTRICTED'] as const;
export const PAGES = ['list', 'film', 'theater', 'content', 'member'] as const;

export type Regulation = (typeof REGULATIONS)[number];
export type Choice = (typeof CHOICES)[number];
export type Notice = (typeof NOTICES)[number];
export type Display = (typeof DISPLAYS)[number];
export type PageKind = (typeof PAGES)[number];

export interface Case {
  readonly site: 'meridian' | 'aster';
  readonly notice: Notice;
  readonly regulation: Regulation;
  readonly display: Display;
  readonly choice: Choice;
  readonly page: PageKind;
  readonly signedIn: boolean;
  /** Whether the site has a tag-manager launch script (CONS-02). */
  readonly launch: boolean;
}

export type Granted = 'granted' | 'denied' | 'unknown';

/** Consent by regulation: before a choice, after a yes, after a no (CONS-08 to CONS-10). */
const BY_REGULATION: Readonly<Record<Regulation, Readonly<Record<Choice, Granted>>>> = {
  gdpr: { 'none yet': 'unknown', accept: 'granted', decline: 'denied' },
  ccpa: { 'none yet': 'granted', accept: 'granted', decline: 'denied' },
  cpra: { 'none yet': 'granted', accept: 'granted', decline: 'denied' },
  // Under the others consent is granted; the notice of this product takes a no for a no all the same.
  vcdpa: { 'none yet': 'granted', accept: 'granted', decline: 'granted' },
  none: { 'none yet': 'granted', accept: 'granted', decline: 'granted' },
};

/** Where the site's own notice asks by itself. */
const ASKED: ReadonlySet<Regulation> = new Set(['gdpr', 'ccpa', 'cpra']);

/** Whether a visitor of a case has agreed; unknown before a choice that is required. */
export function consentIn({ notice, regulation, choice }: Case): Granted {
  if (notice === 'none') return 'granted';
  if (notice === 'embedded' && choice === 'decline') return 'denied';
  return BY_REGULATION[regulation][choice];
}

/** Paths of the pages on both sites. */
export const PATHS: Readonly<Record<Case['site'], Readonly<Record<PageKind, string>>>> = {
  meridian: {
    list: '/',
    film: '/movies/318204-the-salt-cartographer/',
    theater: '/showtimes/',
    content: '/visit/',
    member: '/login/',
  },
  aster: {
    list: '/movies/',
    film: '/movies/318204-the-salt-cartographer/',
    theater: '/theaters/canal-street/',
    content: '/visit/',
    member: '/login/',
  },
};

/** How a site is set up for the cases. */
export const LOCATIONS = ['PAGES_TOP', 'PULSE', 'INTERSTITIAL'] as const;
export const KEYS = ['home1', 'home2'] as const;
export const NETWORK = '6355419';
export const SIZES = JSON.stringify({ home1: { 768: [[728, 90]], 0: [[320, 50]] } });
export const CUSTOM_URL = 'https://ads.example/library/99/OWN_WEB';
export const FLAGS = [
  '--analytics-id',
  'G-PRODUCT',
  '--ads-container-id',
  'GTM-PADS',
  '--targett-container-id',
  'GTM-PTARGETT',
] as const;

/** The ad script of each mode, and the first part of the wrapper's page path (ADS-04 to ADS-06, ADS-16, ADS-17, ADS-23). */
const AD_SCRIPT: Readonly<Record<Display, string | undefined>> = {
  NONE: undefined,
  PROGRAMMATIC: '/library/9518146/WMP_US_WEB',
  CUSTOM: '/library/99/OWN_WEB',
  CUSTOM_WITHOUT_WRAPPER: '/tag/js/gpt.js',
  RESTRICTED: '/library/9518146/WMP_US_WEB',
};
const PAGE_PATH: Readonly<Partial<Record<Display, string>>> = {
  PROGRAMMATIC: '/9518146/WMP_US_WEB/allads',
  CUSTOM: '/99/OWN_WEB/allads',
  RESTRICTED: '/9518146/WMP_US_WEB/restrictedads',
};
/** The last segments: circuit, unless the site has one theater, and the theater of the page (ADS-16). */
function placeOf({ site, page }: Case): string {
  if (site === 'meridian') return '/meridian';
  return page === 'theater' ? '/aster/canal-street' : '/aster';
}

const OWN_CONTAINER = { meridian: 'GTM-MERIDIA', aster: 'GTM-ASTER' } as const;
const OWN_ID = { meridian: 'G-MERIDIAN', aster: 'G-ASTER' } as const;

/** What is seen of a page. */
export interface Outcome {
  /** Whether the site's own notice asks. */
  readonly isAsked: boolean;
  /** Scripts of the consent tool: they come before all others. */
  readonly tool: readonly string[];
  /** Each of these in its order; among one another they come as they may. */
  readonly tracking: readonly string[];
  readonly launch: readonly string[];
  readonly marketing: readonly string[];
  readonly ads: readonly string[];
  /** What analytics is told, in its order: consent, its configuration, the page view. */
  readonly analytics: readonly string[];
  readonly layer: readonly string[];
  readonly marketingCalls: readonly string[];
  /** Page path, positions with their containers and targeting of the wrapper; or slots and targeting of the tag. */
  readonly adCalls: unknown;
  readonly pageData: unknown;
}

const NOTHING: Outcome = {
  isAsked: false,
  tool: [],
  tracking: [],
  launch: [],
  marketing: [],
  ads: [],
  analytics: [],
  layer: [],
  marketingCalls: [],
  adCalls: undefined,
  pageData: undefined,
};

/** What is to be seen of a page. */
export function expected(one: Case): Outcome {
  // Pages of the member area load nothing (security 6.2).
  if (one.page === 'member') return NOTHING;
  const { site, notice, display, choice, regulation, launch, page } = one;
  const consent = consentIn(one);
  const tool = notice === 'Didomi' ? ['/didomi/own-key/loader.js?target_type=notice&target=own-notice'] : [];
  const isAsked = notice === 'embedded' && choice === 'none yet' && ASKED.has(regulation);
  // CONS-02: granted, or with a launch script as soon as the tool is ready; never once it is refused.
  const isEnabled = consent === 'granted' || (consent === 'unknown' && launch);
  const before = { ...NOTHING, isAsked, tool };
  if (!isEnabled) return before;
  // ANLY-09, ANLY-10: the product's containers and the site's; a shorter name loads first.
  const containers = [...(display === 'NONE' ? [] : ['GTM-PADS']), 'GTM-PTARGETT', OWN_CONTAINER[site]].toSorted(
    (a, b) => a.length - b.length,
  );
  const ids = ['G-PRODUCT', OWN_ID[site]];
  const path = PATHS[site][page];
  const consentCalls = ['consent default denied', ...(consent === 'granted' ? ['consent update granted'] : [])];
  const after = {
    ...before,
    tracking: ['/gtag/js?id=G-PRODUCT&l=ga4DataLayer', ...containers.map((id) => `/gtm.js?id=${id}`)],
    launch: launch ? ['/launch.js'] : [],
    marketing: ['/marketing.js?customer=own-customer'],
    // ANLY-08, ANLY-13.
    analytics: [
      ...consentCalls,
      ...ids.map((id) => `config ${id}: 34164000, false, true`),
      ...ids.map((id) => `page_view ${id} ${path}`),
    ],
    layer: [...consentCalls, `page_view ${path}`],
    marketingCalls: ['init own-customer', `page ${path}`],
  };
  if (display === 'NONE') return after;
  const ads = adsOf(one);
  // What a page says of itself stands in its data layer without ads too (ADS-31).
  return consent === 'granted' ? { ...after, ...ads } : { ...after, pageData: ads.pageData };
}

/** Whether a notice waits for an answer. The stand-in for Didomi shows its own under every law. */
export const isWaiting = ({ notice, choice, regulation }: Case): boolean =>
  choice === 'none yet' && (notice === 'Didomi' || (notice === 'embedded' && ASKED.has(regulation)));

/** ADS-16 to ADS-32. The interstitial does not cover a notice that waits for an answer. */
function adsOf(one: Case): Pick<Outcome, 'ads' | 'adCalls' | 'pageData'> {
  const { site, display, page: pageType, page, signedIn: isLoggedIn } = one;
  const film = page === 'film' ? PATHS[site].film : '';
  const ads = [AD_SCRIPT[display] ?? ''];
  const pageData = { pageType, isLoggedIn, moviePermalinkPath: film };
  if (display === 'CUSTOM_WITHOUT_WRAPPER') {
    const slot = (name: string, size: unknown, container: string) => [`/${NETWORK}/WMP_${name}`, size, container];
    return {
      ads,
      pageData,
      adCalls: {
        slots: [
          slot(
            'home1',
            [
              [728, 90],
              [320, 50],
            ],
            'home1CustomPromoContainer',
          ),
          slot('home2', 'fluid', 'home2CustomPromoContainer'),
          slot('header', 'fluid', 'HeaderPromoContainer'),
          slot('pulse', 'fluid', 'PulsePromoContainer'),
          ...(isWaiting(one) ? [] : [slot('interstitial', [1, 1], 'InterstitialContainer')]),
        ],
        targeting: { pageType, isLoggedIn: String(isLoggedIn), moviePermalinkPath: film || undefined },
      },
    };
  }
  const custom = display === 'CUSTOM' ? KEYS.map((key): [string, string] => [key, `${key}CustomPromoContainer`]) : [];
  const elementsMapping = Object.fromEntries([
    ['header', 'HeaderPromoContainer'],
    ['pulse', 'PulsePromoContainer'],
    ...(isWaiting(one) ? [] : [['interstitial', 'InterstitialContainer'] as const]),
    ...custom,
  ]);
  return {
    ads,
    pageData,
    adCalls: {
      page: `${PAGE_PATH[display]}${placeOf(one)}`,
      pagePositions: Object.keys(elementsMapping),
      elementsMapping,
      interstitialOnFirstPageEnabled: true,
      adType: display === 'RESTRICTED' ? 'captif-uniquement' : 'captif-et-hors-captif',
      currentPath: PATHS[site][page],
      moviePermalinkPath: film,
      displayed: true,
    },
  };
}
