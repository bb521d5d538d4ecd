// The cases of the consent matrix.

import { type Case, CHOICES, DISPLAYS, PAGES, REGULATIONS } from './consent-expected.ts';

/**
 * Whether these values can occur in one case: without a notice there is no choice and no regulation, and the site's own notice has
 * one.
 */
export function canCombine({ notice, choice, regulation }: Partial<Record<keyof Case, unknown>>): boolean {
  if (notice === 'none') return (choice ?? 'none yet') === 'none yet' && (regulation ?? 'none') === 'none';
  return !(notice === 'embedded' && regulation === 'none');
}

/** All cases, in the order of site configurations. */
function allCases(): Case[] {
  const cases: Case[] = [];
  const visits = PAGES.flatMap((page) => [false, true].map((signedIn) => ({ page, signedIn })));
  let nextVisit = 0;
  // 7 and 3 are coprime to the 10 visits, so every pair of values occurs.
  const takeVisit = () => visits[(nextVisit++ * 7) % visits.length] ?? { page: 'list' as const, signedIn: false };
  const addCases = (base: Omit<Case, 'page' | 'signedIn'>, count: number): void => {
    for (let n = 0; n < count; n += 1) cases.push({ ...base, ...takeVisit() });
  };
  for (const [displayIndex, display] of DISPLAYS.entries()) {
    const site = { site: 'meridian', display, launch: false } as const;
    // Every other configuration of the site, in both directions.
    const waits = (index: number): boolean => (displayIndex + index) % 2 === 0;
    addCases({ ...site, notice: 'none', regulation: 'none', choice: 'none yet', trackerWaits: waits(1) }, visits.length);
    for (const notice of ['Didomi', 'embedded'] as const)
      for (const [regulationIndex, regulation] of REGULATIONS.entries()) {
        // With Didomi all regulations have the same configuration.
        const trackerWaits = waits(notice === 'Didomi' ? 0 : regulationIndex);
        for (const choice of CHOICES)
          if (canCombine({ notice, regulation })) addCases({ ...site, notice, regulation, choice, trackerWaits }, 1);
      }
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
        trackerWaits: false,
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
          trackerWaits: notice === 'Didomi',
        });
  }
  return cases;
}

export const CASES: readonly Case[] = allCases();
