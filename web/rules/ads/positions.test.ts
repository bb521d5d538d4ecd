import { describe, expect, it } from 'vitest';
import {
  containerOf,
  customContainerOf,
  customKeysOf,
  hasCustomSlots,
  hasInterstitial,
  positionsOf,
  scriptOf,
  usesWrapper,
} from './positions.ts';
import { ADS } from '@marquee/testkit/ads/samples.ts';

const DISPLAYS = ['PROGRAMMATIC', 'CUSTOM', 'CUSTOM_WITHOUT_WRAPPER', 'RESTRICTED'] as const;

describe('positions', () => {
  it('ADS-25 come from the locations', () => {
    expect(positionsOf(['INTERSTITIAL', 'PAGES_BOTTOM', 'PAGES_TOP', 'PULSE'])).toEqual([
      'interstitial',
      'footer',
      'header',
      'pulse',
    ]);
    expect(positionsOf(['PULSE', 'PULSE'])).toEqual(['pulse']);
    expect(positionsOf([])).toEqual([]);
  });

  it('ADS-28 have containers', () => {
    expect((['interstitial', 'header', 'footer', 'pulse'] as const).map(containerOf)).toEqual([
      'InterstitialContainer',
      'HeaderPromoContainer',
      'FooterPromoContainer',
      'PulsePromoContainer',
    ]);
    expect(customContainerOf('home1')).toBe('home1CustomPromoContainer');
  });

  it('ADS-02 there is one custom slot per key', () => {
    expect(customKeysOf({ customKeys: ['home1', 'home2', 'home1'] })).toEqual(['home1', 'home2']);
    expect(DISPLAYS.map(hasCustomSlots)).toEqual([false, true, true, false]);
  });
});

describe('the script', () => {
  it.each([
    ['ADS-04', 'RESTRICTED', 'https://ads.example/library/9518146/WMP_US_WEB'],
    ['ADS-06', 'PROGRAMMATIC', 'https://ads.example/library/9518146/WMP_US_WEB'],
    ['ADS-14', 'CUSTOM_WITHOUT_WRAPPER', 'https://tag.example/gpt.js'],
  ] as const)('%s of mode %s is %s', (_, display, script) => {
    expect(scriptOf({ ...ADS, display })).toBe(script);
  });

  it('ADS-05 of mode CUSTOM is the address that the site has', () => {
    expect(scriptOf({ ...ADS, display: 'CUSTOM', wrapperScript: 'https://ads.example/library/ACME_WEB' })).toBe(
      'https://ads.example/library/ACME_WEB',
    );
  });

  it('ADS-06 is empty if the address of the mode is empty, even if the other address is not', () => {
    expect(scriptOf({ ...ADS, wrapperScript: '' })).toBe('');
    expect(scriptOf({ ...ADS, display: 'CUSTOM_WITHOUT_WRAPPER', tagScript: '' })).toBe('');
  });

  it('ADS-15 is the wrapper except in mode CUSTOM_WITHOUT_WRAPPER', () => {
    expect(DISPLAYS.map(usesWrapper)).toEqual([true, true, false, true]);
  });
});

describe('the interstitial', () => {
  it('ADS-07 exists if it is a location', () => {
    expect(hasInterstitial({ display: 'PROGRAMMATIC', locations: ['PULSE', 'INTERSTITIAL'] })).toBe(true);
    expect(hasInterstitial({ display: 'CUSTOM', locations: ['PULSE'] })).toBe(false);
  });

  it('ADS-08 exists without the wrapper', () => {
    expect(hasInterstitial({ display: 'CUSTOM_WITHOUT_WRAPPER', locations: [] })).toBe(true);
  });
});
