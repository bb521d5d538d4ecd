// The expected requests of a page to third parties, by case. These tables follow the requirements and share no code with the
// product.

import type { DemoSite } from './demo-sites.ts';

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

/** A site configuration, a visitor and a page. */
export interface Case {
  readonly site: DemoSite;
  readonly notice: Notice;
  readonly regulation: Regulation;
  readonly display: Display;
  readonly choice: Choice;
  readonly page: PageKind;
  readonly signedIn: boolean;
  /** Whether the site has a tag-manager launch script (CONS-02). */
  readonly launch: boolean;
  /** Whether the cinema-marketing tracker waits for consent (ANLY-01). */
  readonly trackerWaits: boolean;
}

export type ConsentState = 'granted' | 'denied' | 'unknown';

/** Consent by regulation and choice (CONS-08 to CONS-10). */
const CONSENT_BY_REGULATION: Readonly<Record<Regulation, Readonly<Record<Choice, ConsentState>>>> = {
  gdpr: { 'none yet': 'unknown', accept: 'granted', decline: 'denied' },
  ccpa: { 'none yet': 'granted', accept: 'granted', decline: 'denied' },
  cpra: { 'none yet': 'granted', accept: 'granted', decline: 'denied' },
  // Under other regulations consent is always granted. The site's own notice still respects a refusal (see `consentStateOf`).
  vcdpa: { 'none yet': 'granted', accept: 'granted', decline: 'granted' },
  none: { 'none yet': 'granted', accept: 'granted', decline: 'granted' },
};

/** Regulations under which the site's own notice opens without being requested. */
const REGULATIONS_WITH_NOTICE: ReadonlySet<Regulation> = new Set(['gdpr', 'ccpa', 'cpra']);

/** The consent of a case; unknown before a required choice. */
export function consentStateOf({ notice, regulation, choice }: Case): ConsentState {
  if (notice === 'none') return 'granted';
  if (notice === 'embedded' && choice === 'decline') return 'denied';
  return CONSENT_BY_REGULATION[regulation][choice];
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

/** Configuration of the sites and the server for all cases. */
export const AD_LOCATIONS = ['PAGES_TOP', 'PULSE', 'INTERSTITIAL'] as const;
export const CUSTOM_AD_KEYS = ['home1', 'home2'] as const;
export const NETWORK_CODE = '6355419';
export const SIZE_MAPPING = JSON.stringify({ home1: { 768: [[728, 90]], 0: [[320, 50]] } });
export const CUSTOM_LIBRARY_URL = 'https://ads.example/library/99/OWN_WEB';
export const SERVER_FLAGS = [
  '--analytics-id',
  'G-PRODUCT',
  '--ads-container-id',
  'GTM-PADS',
  '--targett-container-id',
  'GTM-PTARGETT',
] as const;

/** The ad script of each mode, and the first part of the wrapper's page path (ADS-04 to ADS-06, ADS-16, ADS-17, ADS-23). */
const AD_SCRIPTS: Readonly<Record<Display, string | undefined>> = {
  NONE: undefined,
  PROGRAMMATIC: '/library/9518146/WMP_US_WEB',
  CUSTOM: '/library/99/OWN_WEB',
  CUSTOM_WITHOUT_WRAPPER: '/tag/js/gpt.js',
  RESTRICTED: '/library/9518146/WMP_US_WEB',
};
const PAGE_PATH_PREFIXES: Readonly<Partial<Record<Display, string>>> = {
  PROGRAMMATIC: '/9518146/WMP_US_WEB/allads',
  CUSTOM: '/99/OWN_WEB/allads',
  RESTRICTED: '/9518146/WMP_US_WEB/restrictedads',
};
/** The last segments of the page path: the circuit, unless the site is a single location, and the theater of the page (ADS-16). */
function locationSegments({ site, page }: Case): string {
  if (site === 'meridian') return '/meridian';
  return page === 'theater' ? '/aster/canal-street' : '/aster';
}

const SITE_CONTAINERS = { meridian: 'GTM-MERIDIA', aster: 'GTM-ASTER' } as const;
const SITE_ANALYTICS_IDS = { meridian: 'G-MERIDIAN', aster: 'G-ASTER' } as const;

/** The observable behavior of a page. */
export interface Outcome {
  /** Whether the site's own notice is open. */
  readonly isNoticeShown: boolean;
  /** Scripts of the consent tool. They load before all others. */
  readonly consentTool: readonly string[];
  /** Scripts by kind. The order is fixed within a kind, and arbitrary between kinds. */
  readonly tracking: readonly string[];
  readonly launchScript: readonly string[];
  readonly marketing: readonly string[];
  readonly ads: readonly string[];
  /** Calls of analytics in their order: consent, configuration, page view. */
  readonly analytics: readonly string[];
  readonly dataLayer: readonly string[];
  readonly marketingCalls: readonly string[];
  /** With the wrapper: page path, positions with their containers, and targeting. With the tag: slots and targeting. */
  readonly adCalls: unknown;
  readonly pageData: unknown;
}

const NO_REQUESTS: Outcome = {
  isNoticeShown: false,
  consentTool: [],
  tracking: [],
  launchScript: [],
  marketing: [],
  ads: [],
  analytics: [],
  dataLayer: [],
  marketingCalls: [],
  adCalls: undefined,
  pageData: undefined,
};

/** The outcome that the requirements demand for a case. */
export function expectedOutcome(testCase: Case): Outcome {
  // Pages of the member area load nothing (security 6.2).
  if (testCase.page === 'member') return NO_REQUESTS;
  const { site, notice, display, choice, regulation, launch, page, trackerWaits } = testCase;
  const consent = consentStateOf(testCase);
  const consentTool = notice === 'Didomi' ? ['/didomi/own-key/loader.js?target_type=notice&target=own-notice'] : [];
  const isNoticeShown = notice === 'embedded' && choice === 'none yet' && REGULATIONS_WITH_NOTICE.has(regulation);
  // CONS-02: trackers load if consent is granted, or with a launch script as soon as the consent tool is ready; never after a
  // refusal.
  const isEnabled = consent === 'granted' || (consent === 'unknown' && launch);
  const path = PATHS[site][page];
  const tracker = { marketing: ['/marketing.js?customer=own-customer'], marketingCalls: ['init own-customer', `page ${path}`] };
  const withoutTracking = { ...NO_REQUESTS, isNoticeShown, consentTool };
  // ANLY-01: the cinema-marketing tracker waits for nothing, even after a refusal, unless the site requires it.
  if (!isEnabled) return trackerWaits ? withoutTracking : { ...withoutTracking, ...tracker };
  // ANLY-09, ANLY-10: the product's containers and the site's own; shorter ids load first.
  const containers = [...(display === 'NONE' ? [] : ['GTM-PADS']), 'GTM-PTARGETT', SITE_CONTAINERS[site]].toSorted(
    (a, b) => a.length - b.length,
  );
  const ids = ['G-PRODUCT', SITE_ANALYTICS_IDS[site]];
  const consentCalls = ['consent default denied', ...(consent === 'granted' ? ['consent update granted'] : [])];
  const withTracking = {
    ...withoutTracking,
    ...tracker,
    tracking: ['/gtag/js?id=G-PRODUCT&l=ga4DataLayer', ...containers.map((id) => `/gtm.js?id=${id}`)],
    launchScript: launch ? ['/launch.js'] : [],
    // ANLY-08, ANLY-13.
    analytics: [
      ...consentCalls,
      ...ids.map((id) => `config ${id}: 34164000, false, true`),
      ...ids.map((id) => `page_view ${id} ${path}`),
    ],
    dataLayer: [...consentCalls, `page_view ${path}`],
  };
  if (display === 'NONE') return withTracking;
  const ads = expectedAds(testCase);
  // The page data is in the data layer without ads too (ADS-31).
  return consent === 'granted' ? { ...withTracking, ...ads } : { ...withTracking, pageData: ads.pageData };
}

/** Whether a notice waits for a choice. The stand-in for Didomi shows its notice under every regulation. */
export const isChoicePending = ({ notice, choice, regulation }: Case): boolean =>
  choice === 'none yet' && (notice === 'Didomi' || (notice === 'embedded' && REGULATIONS_WITH_NOTICE.has(regulation)));

/** ADS-16 to ADS-32. The interstitial does not open while a notice waits for a choice. */
function expectedAds(testCase: Case): Pick<Outcome, 'ads' | 'adCalls' | 'pageData'> {
  const { site, display, page: pageType, page, signedIn: isLoggedIn } = testCase;
  const film = page === 'film' ? PATHS[site].film : '';
  const ads = [AD_SCRIPTS[display] ?? ''];
  const pageData = { pageType, isLoggedIn, moviePermalinkPath: film };
  if (display === 'CUSTOM_WITHOUT_WRAPPER') {
    const slot = (name: string, size: unknown, container: string) => [`/${NETWORK_CODE}/WMP_${name}`, size, container];
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
          ...(isChoicePending(testCase) ? [] : [slot('interstitial', [1, 1], 'InterstitialContainer')]),
        ],
        targeting: { pageType, isLoggedIn: String(isLoggedIn), moviePermalinkPath: film || undefined },
      },
    };
  }
  const custom = display === 'CUSTOM' ? CUSTOM_AD_KEYS.map((key): [string, string] => [key, `${key}CustomPromoContainer`]) : [];
  const elementsMapping = Object.fromEntries([
    ['header', 'HeaderPromoContainer'],
    ['pulse', 'PulsePromoContainer'],
    ...(isChoicePending(testCase) ? [] : [['interstitial', 'InterstitialContainer'] as const]),
    ...custom,
  ]);
  return {
    ads,
    pageData,
    adCalls: {
      page: `${PAGE_PATH_PREFIXES[display]}${locationSegments(testCase)}`,
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
