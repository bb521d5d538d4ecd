// The cases of the matrix of consent.

import { type Case, CHOICES, DISPLAYS, PAGES, REGULATIONS } from './consent-expected.ts';

/**
 * Whether values can meet: without a notice there is no choice, and no regulation is asked about; and the site's own notice has
 * one.
 */
export function canMeet({ notice, choice, regulation }: Partial<Record<keyof Case, unknown>>): boolean {
  if (notice === 'none') return (choice ?? 'none yet') === 'none yet' && (regulation ?? 'none') === 'none';
  return !(notice === 'embedded' && regulation === 'none');
}

/** Cases in the order in which the sites are set up for them. */
function allCases(): Case[] {
  const cases: Case[] = [];
  const combos = PAGES.flatMap((page) => [false, true].map((signedIn) => ({ page, signedIn })));
  let turn = 0;
  // Seven and ten have no common factor, nor three and ten: every pair of values comes.
  const next = () => combos[(turn++ * 7) % combos.length] ?? { page: 'list' as const, signedIn: false };
  const add = (rest: Omit<Case, 'page' | 'signedIn'>, count: number): void => {
    for (let n = 0; n < count; n += 1) cases.push({ ...rest, ...next() });
  };
  for (const display of DISPLAYS) {
    add({ site: 'meridian', notice: 'none', regulation: 'none', display, choice: 'none yet', launch: false }, combos.length);
    for (const notice of ['Didomi', 'embedded'] as const)
      for (const regulation of REGULATIONS)
        for (const choice of CHOICES)
          if (canMeet({ notice, regulation }))
            add({ site: 'meridian', notice, regulation, display, choice, launch: false }, regulation === 'gdpr' ? 2 : 1);
  }
  for (const choice of CHOICES) {
    for (const page of PAGES)
      cases.push({
        site: 'aster',
        notice: 'embedded',
        regulation: 'gdpr',
        display: 'CUSTOM',
        choice,
        page,
        signedIn: page === 'theater',
        launch: false,
      });
    for (const notice of ['embedded', 'Didomi'] as const)
      for (const page of ['list', 'film'] as const)
        cases.push({
          site: 'aster',
          notice,
          regulation: 'gdpr',
          display: 'PROGRAMMATIC',
          choice,
          page,
          signedIn: page === 'film',
          launch: true,
        });
  }
  return cases;
}

export const CASES: readonly Case[] = allCases();
