// The titles of the cases of the matrix of consent: the requirements, the condition and what must follow, in words.

import { type Case, type Display, type PageKind, type Regulation, consentIn, isWaiting } from './consent-expected.ts';

const SITES: Readonly<Record<Case['site'], string>> = { meridian: 'Meridian', aster: 'Aster' };

const LAWS: Readonly<Record<Regulation, string>> = {
  gdpr: 'GDPR',
  ccpa: 'CCPA',
  cpra: 'CPRA',
  vcdpa: 'VCDPA',
  none: 'no privacy law',
};

const ADS: Readonly<Record<Display, string>> = {
  NONE: 'no ads',
  PROGRAMMATIC: 'programmatic ads',
  CUSTOM: 'custom ads',
  CUSTOM_WITHOUT_WRAPPER: 'custom ads without the wrapper',
  RESTRICTED: 'restricted ads',
};

const PAGES: Readonly<Record<PageKind, string>> = {
  list: 'on a list of films',
  film: 'on a film page',
  theater: 'on a theater page',
  content: 'on a content page',
  member: 'in the member area',
};

const noticeOf = ({ notice }: Case): string =>
  ({ none: 'no consent notice', embedded: 'its own consent notice', Didomi: 'the Didomi notice' })[notice];

/** What the ads of a mode must be: script, slots and what they are told. */
const AD_RULES: Readonly<Record<Display, readonly string[]>> = {
  NONE: ['ADS-04'],
  PROGRAMMATIC: [
    'ADS-04',
    'ADS-06',
    'ADS-16',
    'ADS-17',
    'ADS-18',
    'ADS-19',
    'ADS-20',
    'ADS-22',
    'ADS-23',
    'ADS-24',
    'ADS-25',
    'ADS-26',
    'ADS-28',
    'ADS-31',
  ],
  CUSTOM: [
    'ADS-04',
    'ADS-05',
    'ADS-16',
    'ADS-17',
    'ADS-18',
    'ADS-19',
    'ADS-20',
    'ADS-22',
    'ADS-23',
    'ADS-24',
    'ADS-25',
    'ADS-28',
    'ADS-31',
  ],
  CUSTOM_WITHOUT_WRAPPER: [
    'ADS-04',
    'ADS-08',
    'ADS-09',
    'ADS-14',
    'ADS-15',
    'ADS-25',
    'ADS-27',
    'ADS-28',
    'ADS-29',
    'ADS-31',
    'ADS-32',
  ],
  RESTRICTED: [
    'ADS-04',
    'ADS-06',
    'ADS-16',
    'ADS-17',
    'ADS-18',
    'ADS-19',
    'ADS-20',
    'ADS-22',
    'ADS-23',
    'ADS-24',
    'ADS-25',
    'ADS-26',
    'ADS-28',
    'ADS-31',
  ],
};

/** How the site is set up: what the cases of a group have in common. */
export function setupTitle(one: Case): string {
  const law = one.notice === 'embedded' ? ` under ${LAWS[one.regulation]}` : '';
  return `${AD_RULES[one.display].join(' ')} ${SITES[one.site]} with ${noticeOf(one)}${law}, ${ADS[one.display]}${one.launch ? ' and a launch script' : ''}`;
}

/** Who visits which page, and what the page must load. */
export function titleOf(one: Case): string {
  const { ids, words } = outcomeInWords(one);
  return `${ids.join(' ')} ${conditionOf(one)}: ${words}`;
}

function conditionOf({ notice, regulation, choice, page, signedIn }: Case): string {
  const visitor = signedIn ? 'a member' : 'a guest';
  const law = notice === 'none' ? '' : ` under ${LAWS[regulation]}`;
  const answer =
    notice === 'none'
      ? 'who is not asked'
      : { 'none yet': 'before a choice', accept: 'after accepting', decline: 'after declining' }[choice];
  return `${visitor} ${PAGES[page]}${law}, ${answer}`;
}

/** The requirements that a case checks, and what they ask for in it. */
function outcomeInWords(one: Case): { readonly ids: readonly string[]; readonly words: string } {
  const { display, notice, page, launch, regulation } = one;
  if (page === 'member') return { ids: ['security 6.2'], words: 'loads nothing from other hosts' };
  const consent = consentIn(one);
  const asks = isWaiting(one) ? ' while the notice asks' : '';
  const rules =
    notice === 'none'
      ? ['CONS-02', 'CONS-12']
      : [
          'CONS-02',
          'CONS-05',
          ...{ gdpr: ['CONS-06', 'CONS-08'], ccpa: ['CONS-09'], cpra: ['CONS-09'], vcdpa: ['CONS-10'], none: ['CONS-10'] }[
            regulation
          ],
          ...(notice === 'Didomi' ? ['CONS-11'] : []),
        ];
  if (consent === 'denied' || (consent === 'unknown' && !launch))
    return {
      ids: [...rules, 'ANLY-05'],
      words: notice === 'Didomi' ? `loads the consent tool only${asks}` : `loads no third party${asks}`,
    };
  const ids = [...rules, 'ANLY-08', 'ANLY-09', 'ANLY-10', 'ANLY-13', ...(launch ? ['ANLY-11'] : [])];
  const parts = ['analytics', ...(launch ? ['the launch script'] : [])];
  if (consent === 'unknown') return { ids, words: `loads ${parts.join(' and ')} with storage denied, and no ads${asks}` };
  if (display === 'NONE') return { ids, words: `loads ${parts.join(' and ')} and no ads${asks}` };
  return { ids, words: `loads ${[...parts, ADS[display]].join(' and ')}${asks}` };
}
