// Which section of the settings a part of the site belongs to.

import { isWithin } from '../pointer.ts';

export const SECTIONS = [
  'identity',
  'ticketing',
  'loyalty',
  'consent',
  'ads',
  'embedding',
  'languages',
  'domain',
  'redirects',
  'films',
  'design',
  'advanced',
] as const;
export type Section = (typeof SECTIONS)[number];

const OPTIONS = '/site/config/options';

/** Parts by section. What is not listed is advanced. */
const PARTS: Readonly<Record<Exclude<Section, 'advanced'>, readonly string[]>> = {
  identity: [
    '/site/settings/name',
    '/site/settings/logo',
    '/site/settings/relatedEntity',
    '/site/settings/circuit',
    '/site/settings/privacyPolicyPage',
    '/site/config/name',
    '/site/config/country',
    `${OPTIONS}/currency`,
    '/site/config/isSingleLocation',
    '/site/config/theaterIds',
    '/site/config/relatedEntityType',
  ],
  ticketing: [
    '/site/settings/ticketingProvider',
    '/site/settings/ticketingUrl',
    ...['ticketingForm', 'ticketingFormMethod', 'lateBookingMinutes', 'fewLeftPercent', 'launchTicketing', 'tokenParameter'].map(
      (name) => `${OPTIONS}/${name}`,
    ),
    `${OPTIONS}/embeddedTicketingPath`,
  ],
  loyalty: [
    '/site/settings/loyalty',
    '/site/settings/loginPage',
    '/site/settings/displayOriginalCypherMessages',
    '/site/config/allCountries',
    ...[
      'accessTexts',
      'loyaltyEndpoint',
      'passwordPolicy',
      'passwordLength',
      'captcha',
      'emailActivation',
      'walletPrefix',
      'walletSaveUrl',
    ].map((name) => `${OPTIONS}/${name}`),
  ],
  consent: [
    '/site/settings/cookieBannerDidomiId',
    '/site/settings/trackers',
    '/site/settings/enableTargettTracking',
    '/site/config/trackers',
    ...[
      'consentVendors',
      'consentDisabled',
      'consentApiKey',
      'embeddedConsent',
      'marketingTracker',
      'marketingTrackerRequiresConsent',
      'tagManagerLaunchUrl',
      'thirdPartyProxyUrls',
    ].map((name) => `${OPTIONS}/${name}`),
  ],
  ads: [
    '/site/settings/adsDisplay',
    '/site/settings/adsLocation',
    '/site/settings/adsCustom',
    ...['adLibraryBaseUrl', 'adTagScriptUrl', 'adSlotPrefix', 'adsOnMemberPages'].map((name) => `${OPTIONS}/${name}`),
  ],
  embedding: ['/site/config/allowedEmbeddingDomains', `${OPTIONS}/embeddingMode`],
  languages: ['/site/config/locale', `${OPTIONS}/additionalLocales`],
  domain: ['/site/settings/domain', '/site/hosts'],
  redirects: [`${OPTIONS}/redirects`],
  films: [
    '/site/config/globalExcludedMovieIds',
    '/site/config/movieOrderIndex',
    `${OPTIONS}/orderByShows`,
    `${OPTIONS}/featuredFilms`,
    `${OPTIONS}/filmPlaces`,
    `${OPTIONS}/playWeekStart`,
    `${OPTIONS}/businessDayStartHour`,
  ],
  design: [
    '/site/config/theme',
    '/site/config/roundness',
    '/site/config/googleFonts',
    '/site/settings/headerLayout',
    '/site/settings/footerLayout',
    '/site/settings/logoSize',
    '/site/settings/hasSearch',
    '/site/settings/footerMobileLinks',
    `${OPTIONS}/colorModeSwitch`,
  ],
};

/** The section of a part of the site. */
export function sectionOf(pointer: string): Section {
  const named = SECTIONS.filter((section) => section !== 'advanced');
  return named.find((section) => PARTS[section].some((part) => isWithin(pointer, part))) ?? 'advanced';
}
