// The test titles of the consent matrix: requirements, condition and expected outcome.

import { type Case, type Display, type PageKind, type Regulation, consentStateOf, isChoicePending } from './consent-expected.ts';

const SITE_NAMES: Readonly<Record<Case['site'], string>> = { meridian: 'Meridian', aster: 'Aster' };

const REGULATION_NAMES: Readonly<Record<Regulation, string>> = {
  gdpr: 'GDPR',
  ccpa: 'CCPA',
  cpra: 'CPRA',
  vcdpa: 'VCDPA',
  none: 'no privacy law',
};

const AD_NAMES: Readonly<Record<Display, string>> = {
  NONE: 'no ads',
  PROGRAMMATIC: 'programmatic ads',
  CUSTOM: 'custom ads',
  CUSTOM_WITHOUT_WRAPPER: 'custom ads without the wrapper',
  RESTRICTED: 'restricted ads',
};

const PAGE_NAMES: Readonly<Record<PageKind, string>> = {
  list: 'on a list of films',
  film: 'on a film page',
  theater: 'on a theater page',
  content: 'on a content page',
  member: 'in the member area',
};

const noticeName = ({ notice }: Case): string =>
  ({ none: 'no consent notice', embedded: 'its own consent notice', Didomi: 'the Didomi notice' })[notice];

/** The requirements for the ads of a mode: script, slots and targeting. */
const AD_REQUIREMENTS: Readonly<Record<Display, readonly string[]>> = {
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

/** The configuration of the site, which all cases of a group have in common. */
export function setupTitle(testCase: Case): string {
  const regulation = testCase.notice === 'embedded' ? ` under ${REGULATION_NAMES[testCase.regulation]}` : '';
  return `${AD_REQUIREMENTS[testCase.display].join(' ')} ${SITE_NAMES[testCase.site]} with ${noticeName(testCase)}${regulation}, ${AD_NAMES[testCase.display]}${testCase.launch ? ' and a launch script' : ''}, and a marketing tracker that ${testCase.trackerWaits ? 'waits' : 'does not wait'} for consent`;
}

/** The visitor, the page, and what the page must load. */
export function caseTitle(testCase: Case): string {
  const { ids, text } = describeOutcome(testCase);
  return `${ids.join(' ')} ${describeCondition(testCase)}: ${text}`;
}

function describeCondition({ notice, regulation, choice, page, signedIn }: Case): string {
  const visitor = signedIn ? 'a member' : 'a guest';
  const regulationText = notice === 'none' ? '' : ` under ${REGULATION_NAMES[regulation]}`;
  const choiceText =
    notice === 'none'
      ? 'without a notice'
      : { 'none yet': 'before a choice', accept: 'after accepting', decline: 'after declining' }[choice];
  return `${visitor} ${PAGE_NAMES[page]}${regulationText}, ${choiceText}`;
}

/** The requirements that a case checks, and what they demand. */
function describeOutcome(testCase: Case): { readonly ids: readonly string[]; readonly text: string } {
  const { display, notice, page, launch, regulation, trackerWaits } = testCase;
  if (page === 'member') return { ids: ['security 6.2'], text: 'loads nothing from other hosts' };
  const consent = consentStateOf(testCase);
  const pendingText = isChoicePending(testCase) ? ' while the notice waits for a choice' : '';
  const requirements =
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
  if (consent === 'denied' || (consent === 'unknown' && !launch)) {
    const tracker = trackerWaits ? [] : ['the marketing tracker'];
    const loaded = [...(notice === 'Didomi' ? ['the consent tool'] : []), ...tracker];
    return {
      ids: [...requirements, 'ANLY-01', 'ANLY-05'],
      text: `${loaded.length === 0 ? 'loads no third party' : `loads ${loaded.join(' and ')} only`}${pendingText}`,
    };
  }
  const ids = [...requirements, 'ANLY-08', 'ANLY-09', 'ANLY-10', 'ANLY-13', ...(launch ? ['ANLY-11'] : [])];
  const parts = ['analytics', ...(launch ? ['the launch script'] : [])];
  if (consent === 'unknown') return { ids, text: `loads ${parts.join(' and ')} with storage denied, and no ads${pendingText}` };
  if (display === 'NONE') return { ids, text: `loads ${parts.join(' and ')} and no ads${pendingText}` };
  return { ids, text: `loads ${[...parts, AD_NAMES[display]].join(' and ')}${pendingText}` };
}
