import { describe, expect, it } from 'vitest';
import { adGroupOf, adPagePath, adTypeOf } from './page-path.ts';
import { ADS } from '@marquee/testkit/ads/samples.ts';

describe('the ad page path', () => {
  it('ADS-16 has site code, group, circuit and theater', () => {
    expect(adPagePath(ADS, false)).toBe('/9518146/WMP_US_WEB/allads/acme-cinemas/downtown');
  });

  it('ADS-16 has no circuit on a single location', () => {
    expect(adPagePath(ADS, true)).toBe('/9518146/WMP_US_WEB/allads/downtown');
  });

  it('ADS-17 begins with the segment of the custom address', () => {
    expect(adPagePath({ ...ADS, display: 'CUSTOM', siteCode: 'ACME_WEB', circuitSlug: 'acme' }, false)).toBe(
      '/ACME_WEB/allads/acme/downtown',
    );
  });

  it('ADS-18 omits segments without a name', () => {
    const { theater, ...without } = ADS;
    expect(theater?.slug).toBe('downtown');
    expect(adPagePath(without, false)).toBe('/9518146/WMP_US_WEB/allads/acme-cinemas');
    expect(adPagePath({ ...ADS, circuitSlug: '' }, false)).toBe('/9518146/WMP_US_WEB/allads/downtown');
  });
});

describe('the group of ads', () => {
  it.each([
    ['PROGRAMMATIC', 'allads', 'captif-et-hors-captif'],
    ['CUSTOM', 'allads', 'captif-et-hors-captif'],
    ['RESTRICTED', 'restrictedads', 'captif-uniquement'],
    ['CUSTOM_WITHOUT_WRAPPER', 'restrictedads', 'captif-uniquement'],
  ] as const)('ADS-23 ADS-24 of %s is %s, its type %s', (display, group, type) => {
    expect([adGroupOf(display), adTypeOf(display)]).toEqual([group, type]);
    expect(adPagePath({ ...ADS, display }, true)).toContain(`/${group}/`);
  });
});
