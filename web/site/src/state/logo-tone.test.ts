import { describe, expect, it } from 'vitest';
import { samplePage } from '@marquee/testkit/pages/samples.ts';
import { textLogoPlaces } from './logo-tone.ts';

describe('the places where text replaces the logo', () => {
  const { colors } = samplePage('aster-home').site.theme;

  it('are those whose background has another tone than the header', () => {
    expect(textLogoPlaces(colors)).toBe('footer cardWhite');
    expect(textLogoPlaces({ ...colors, headerBackground: { paletteColor: 'footerBackground', tintShade: 100 } })).toBe('menu');
    expect(textLogoPlaces({ ...colors, palette: { ...colors.palette, primary: '#F5B921' } })).toBe('footer');
  });

  it('have the accent as the color of the card if the site swaps it with the primary color', () => {
    const palette = { ...colors.palette, primary: '#101010', accent: '#F5B921' };
    expect(textLogoPlaces({ ...colors, palette })).toBe('footer cardWhite');
    expect(textLogoPlaces({ ...colors, palette, swap: true })).toBe('footer');
  });

  it('are empty if all backgrounds are dark', () => {
    expect(textLogoPlaces(samplePage('meridian-home').site.theme.colors)).toBe('');
  });

  it('depend on the tint of a surface', () => {
    expect(textLogoPlaces({ ...colors, headerBackground: { paletteColor: 'headerBackground', tintShade: 0 } })).toBe('menu');
  });
});
