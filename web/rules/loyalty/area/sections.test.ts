import { describe, expect, it } from 'vitest';
import { SECTIONS, type SectionSwitches, hasLevels, hasLoyaltyProgram, sectionsOf } from './sections.ts';

const SITE: SectionSwitches = { version: 3, provider: 'NONE', type: 'TIERED', includeWatchlist: true, endpoint: '/api/cypher' };

describe('the sections of the member area', () => {
  it('are complete if all settings enable them', () => {
    expect(sectionsOf(SITE)).toEqual(SECTIONS);
  });

  it('ROLE-07, FAV-12 favorite theaters need version 3 and an endpoint', () => {
    expect(sectionsOf({ ...SITE, version: 1 })).not.toContain('theaters');
    expect(sectionsOf({ ...SITE, endpoint: '' })).not.toContain('theaters');
  });

  it('LOYC-19 the watchlist needs its switch', () => {
    expect(sectionsOf({ ...SITE, includeWatchlist: false })).not.toContain('watchlist');
  });

  it.each([
    ['TIERED', true, true],
    ['NON_TIERED', true, false],
    ['NONE', false, false],
    ['OTHER', false, false],
  ])('LOYC-03, LOYC-18 the type %s has a program: %s, with levels: %s', (type, program, levels) => {
    expect([hasLoyaltyProgram({ ...SITE, type }), hasLevels({ type })]).toEqual([program, levels]);
    expect(sectionsOf({ ...SITE, type }).includes('rewards')).toBe(program);
    expect(sectionsOf({ ...SITE, type }).includes('cards')).toBe(program);
  });

  it('a provider without a program has no rewards and no cards', () => {
    expect(sectionsOf({ ...SITE, provider: 'BOOST_POS_WITHOUT_LOYALTY' })).toEqual([
      'home',
      'vouchers',
      'watchlist',
      'theaters',
      'orders',
      'profile',
    ]);
  });
});
