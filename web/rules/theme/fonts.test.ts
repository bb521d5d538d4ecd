import { describe, expect, it } from 'vitest';
import { FONTS } from './fonts.gen.ts';
import { nearest, siteFonts } from './fonts.ts';
import { ASTER, MERIDIAN } from '@marquee/testkit/themes.ts';

const family = (name: string) => {
  const found = FONTS.families[name];
  if (found === undefined) throw new Error(`no family ${name}`);
  return found;
};

describe('googleFonts', () => {
  const urls = (css: string): string[] =>
    [...css.matchAll(/url\(\/fonts\/([a-z-]+?)-latin-(\d+)-(normal|italic)/g)].map(
      ([, name, weight, style]) => `${name} ${weight} ${style}`,
    );
  const openSans = (weights: string[]) => siteFonts({ ...MERIDIAN.fonts, loaded: [{ font: MERIDIAN.fonts.body, weights }] }, FONTS);

  it('SITE-05 a listed family loads exactly its weights, another those of the theme', () => {
    const { css, preload } = openSans(['300', '700i']);
    expect(urls(css)).toEqual(['open-sans 300 normal', 'open-sans 700 italic', 'source-sans-pro 600 normal']);
    expect(preload).toEqual([
      expect.stringContaining('open-sans-latin-300-normal'),
      expect.stringContaining('source-sans-pro-latin-600-normal'),
    ]);
  });

  it('SITE-05 the listed weights of the theme are the same as without a list', () => {
    expect(openSans(['400', '700'])).toEqual(siteFonts(MERIDIAN.fonts, FONTS));
  });

  it('SITE-05 a listed family that the theme does not use is declared, not preloaded', () => {
    const { css, preload } = siteFonts({ ...MERIDIAN.fonts, loaded: [{ font: 'Oswald', weights: ['300', '700'] }] }, FONTS);
    expect(urls(css).filter((url) => url.startsWith('oswald'))).toEqual(['oswald 300 normal', 'oswald 700 normal']);
    expect(preload.join()).not.toContain('oswald');
  });
});

describe('fonts', () => {
  it('THEME-08 has exactly 43 families', () => {
    expect(Object.keys(FONTS.families)).toHaveLength(43);
    expect(FONTS.families['PT Serif']).toBeDefined();
    expect(FONTS.families['Comic Sans']).toBeUndefined();
  });

  it('THEME-09 loads renamed families under their alias', () => {
    expect([family('Muli').package, family('Spartan').package]).toEqual(['mulish', 'league-spartan']);
  });

  it.each([
    ['Lato', 500, false, 400, false],
    ['Lato', 950, false, 900, false],
    ['Lato', 600, false, 700, false],
    ['Open Sans Condensed', 500, false, 300, false],
    ['Open Sans Condensed', 700, true, 300, true],
    ['Titillium Web', 900, true, 700, true],
    ['Oswald', 400, true, 400, false],
  ])('THEME-09 %s %i italic %s is replaced by %i italic %s', (name, weight, italic, nearestWeight, nearestItalic) => {
    expect(nearest(family(name), weight, italic)).toEqual({ weight: nearestWeight, italic: nearestItalic });
  });

  it('THEME-12 the reference build loads Open Sans 400 and 700 and Source Sans Pro 600', () => {
    const { css, preload, properties } = siteFonts(MERIDIAN.fonts, FONTS);
    const files = [...css.matchAll(/url\(([^)]+)\)/g)].map((match) => match[1]?.replace(/\.[0-9a-f]{8}\./, '.'));
    expect(files).toEqual([
      '/fonts/open-sans-latin-400-normal.woff2',
      '/fonts/open-sans-latin-ext-400-normal.woff2',
      '/fonts/open-sans-latin-700-normal.woff2',
      '/fonts/open-sans-latin-ext-700-normal.woff2',
      '/fonts/source-sans-pro-latin-600-normal.woff2',
      '/fonts/source-sans-pro-latin-ext-600-normal.woff2',
    ]);
    expect(preload.map((file) => file.replace(/\.[0-9a-f]{8}\./, '.'))).toEqual([
      '/fonts/open-sans-latin-400-normal.woff2',
      '/fonts/source-sans-pro-latin-600-normal.woff2',
    ]);
    expect([properties.weightBody, properties.weightHeading, properties.weightBold]).toEqual(['400', '600', '700']);
  });

  it('SITE-05 requests a face once when body and heading share it', () => {
    const same = { ...MERIDIAN.fonts, heading: 'Open Sans', weightHeading: 700 };
    expect(siteFonts(same, FONTS).css.match(/url\(/g)).toHaveLength(4);
    expect(siteFonts({ ...same, weightHeading: 400 }, FONTS).preload).toHaveLength(1);
  });

  it('SITE-06 sets headings in italic', () => {
    const { css, properties } = siteFonts({ ...ASTER.fonts, italicHeading: true }, FONTS);
    expect(properties.styleHeading).toBe('italic');
    expect(properties.styleBody).toBe('normal');
    expect(css).toContain('eb-garamond-latin-500-italic');
    expect(css).toContain('local("Times New Roman Italic")');
  });

  it.each([
    ['Source Sans Pro', 600, '1.01'],
    ['EB Garamond', 500, '1.15'],
    ['Oswald', 500, '0.94'],
  ])('ux 2: headings in %s %i are scaled by %s', (heading, weightHeading, scale) => {
    expect(siteFonts({ ...MERIDIAN.fonts, heading, weightHeading }, FONTS).properties.headingScale).toBe(scale);
  });

  it('ux 11: every cut has a fallback face with the same metrics', () => {
    const { css } = siteFonts(ASTER.fonts, FONTS);
    expect(css.match(/size-adjust/g)).toHaveLength(3);
    expect(css).toContain('font-family:"EB Garamond Fallback"');
    expect(css).toMatch(
      /local\("Arial Bold"\),local\("Liberation Sans Bold"\);size-adjust:[\d.]+%;ascent-override:[\d.]+%;descent-override:[\d.]+%;line-gap-override:0%/,
    );
  });

  it('has faces with plausible metrics', () => {
    for (const [name, { ascent, descent, faces }] of Object.entries(FONTS.families)) {
      expect(ascent + descent, name).toBeGreaterThan(0.9);
      expect(ascent + descent, name).toBeLessThan(1.6);
      for (const face of Object.values(faces)) {
        expect(face.size, name).toBeGreaterThan(0.65);
        expect(face.size, name).toBeLessThan(1.5);
        expect(face.latin).toMatch(/^[0-9a-f]{8}$/);
      }
    }
  });
});
