// Sample data for the tests of this folder.

import type { Ads } from '@marquee/api/schema.gen.ts';
import type { AdPage } from '@marquee/rules/ads/page-data.ts';

export const ADS: Ads = {
  display: 'PROGRAMMATIC',
  locations: ['PAGES_TOP', 'INTERSTITIAL'],
  customKeys: [],
  sizeMapping: '',
  wrapperScript: 'https://ads.example/library/9518146/WMP_US_WEB',
  tagScript: 'https://tag.example/gpt.js',
  siteCode: '9518146/WMP_US_WEB',
  networkCode: '123',
  slotPrefix: 'WMP_',
  websiteId: '42',
  domain: 'acme.example',
  circuitId: 'C1',
  circuitName: 'Acmé Cinémas',
  circuitSlug: 'acme-cinemas',
  onMemberPages: false,
  theater: { id: 'T1', name: 'Downtown', slug: 'downtown', href: '/theaters/downtown/' },
  scheduledMovieIds: ['m1', 'm2'],
};

/** The same without the wrapper. */
export const TAG_ADS: Ads = { ...ADS, display: 'CUSTOM_WITHOUT_WRAPPER', customKeys: ['home1'] };

export const PAGE: AdPage = {
  title: 'Films | Acme',
  type: 'list',
  path: '/',
  origin: 'https://acme.example',
  isSingleLocation: false,
};

export const FILM: AdPage = {
  ...PAGE,
  title: 'Heat | Acme',
  type: 'film',
  path: '/movies/m1-heat/',
  movie: { id: 'm1', title: 'Heat', releaseDate: '2025-11-14', href: '/movies/m1-heat/?date=2025-11-21' },
};
