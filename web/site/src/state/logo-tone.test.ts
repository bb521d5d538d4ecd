import { describe, expect, it } from 'vitest';
import { samplePage } from '../samples/samples.ts';
import { logoWords } from './logo-tone.ts';

describe('where the name stands in words', () => {
  const { colors } = samplePage('aster-home').site.theme;

  it('is where the ground has the other tone than the header', () => {
    expect(logoWords(colors)).toBe('footer cardWhite');
    expect(logoWords({ ...colors, headerBackground: { paletteColor: 'footerBackground', tintShade: 100 } })).toBe('menu');
    expect(logoWords({ ...colors, palette: { ...colors.palette, primary: '#F5B921' } })).toBe('footer');
  });

  it('is nowhere when all is dark', () => {
    expect(logoWords(samplePage('meridian-home').site.theme.colors)).toBe('');
  });

  it('counts the tint of a surface', () => {
    expect(logoWords({ ...colors, headerBackground: { paletteColor: 'headerBackground', tintShade: 0 } })).toBe('menu');
  });
});
