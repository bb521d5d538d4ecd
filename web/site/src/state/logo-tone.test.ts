import { describe, expect, it } from 'vitest';
import { samplePage } from '@marquee/testkit/pages/samples.ts';
import { logoWords } from './logo-tone.ts';

describe('the places where text replaces the logo', () => {
  const { colors } = samplePage('aster-home').site.theme;

  it('are those whose background has another tone than the header', () => {
    expect(logoWords(colors)).toBe('footer cardWhite');
    expect(logoWords({ ...colors, headerBackground: { paletteColor: 'footerBackground', tintShade: 100 } })).toBe('menu');
    expect(logoWords({ ...colors, palette: { ...colors.palette, primary: '#F5B921' } })).toBe('footer');
  });

  it('are none if all backgrounds are dark', () => {
    expect(logoWords(samplePage('meridian-home').site.theme.colors)).toBe('');
  });

  it('depend on the tint of a surface', () => {
    expect(logoWords({ ...colors, headerBackground: { paletteColor: 'headerBackground', tintShade: 0 } })).toBe('menu');
  });
});
