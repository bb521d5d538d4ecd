import { describe, expect, it } from 'vitest';
import nearestWeightCases from '../../../fixtures/fonts/nearest-weight.json' with { type: 'json' };
import { FONTS } from './fonts.gen.ts';
import { type FontFamily, type FontManifest, nearest, siteFonts } from './fonts.ts';
import { ASTER, MERIDIAN } from '@marquee/testkit/themes.ts';

const family = (name: string) => {
  const result = FONTS.families[name];
  if (result === undefined) throw new Error(`no family ${name}`);
  return result;
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

  it.each(nearestWeightCases)('THEME-09 $family $weight italic $italic is replaced as on the server', (wanted) => {
    expect(nearest(family(wanted.family), wanted.weight, wanted.italic)).toEqual(wanted.nearest);
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

  it('THEME-09 takes the lighter of two equally near weights', () => {
    const face = { size: 1, xHeight: 0.5, latin: 'a', ext: 'b' };
    const faces = { '700i': face, '500i': face, '300i': face };
    const italics: FontFamily = { package: 'p', kind: 'sans', ascent: 1, descent: 0.2, lineGap: 0, faces };
    expect(nearest(italics, 400, true)).toEqual({ weight: 300, italic: true });
    expect(nearest(italics, 600, false)).toEqual({ weight: 500, italic: true });
    expect(nearest({ ...italics, faces: {} }, 600, true)).toEqual({ weight: 600, italic: true });
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

describe('font CSS', () => {
  const FAMILY: FontFamily = {
    package: 'tide',
    kind: 'serif',
    ascent: 1.08,
    descent: 0.27,
    lineGap: 0.09,
    faces: {
      '400': { size: 0.9, xHeight: 0.5, latin: 'aaaaaaaa', ext: 'bbbbbbbb' },
      '600': { size: 0.95, xHeight: 0.5, latin: 'cccccccc', ext: 'dddddddd' },
      '700i': { size: 1.2, xHeight: 0.44, latin: 'eeeeeeee', ext: 'ffffffff' },
      '300i': { size: 1, xHeight: 0.5, latin: '11111111', ext: '22222222' },
    },
  };
  const narrow = (size: number): FontFamily => ({ ...FAMILY, faces: { '400': { size, xHeight: 0.5, latin: 'a', ext: 'b' } } });
  const MANIFEST: FontManifest = {
    latinExt: 'U+0100-02FF',
    families: {
      Tide: FAMILY,
      Mono: { ...FAMILY, package: 'mono', kind: 'mono' },
      Sans: { ...FAMILY, package: 'sans', kind: 'sans' },
      Narrow: narrow(0.88),
      Wide: narrow(0.89),
    },
  };
  const FONTS_INPUT = { body: 'Tide', heading: 'Tide', weightBody: 400, weightBold: 400, weightHeading: 400 };

  it('THEME-12 has a face for each part of the alphabet and a fallback with the metrics of the face', () => {
    expect(siteFonts(FONTS_INPUT, MANIFEST).css).toBe(
      '@font-face{font-family:"Tide";font-style:normal;font-weight:400;font-display:swap;' +
        'src:url(/fonts/tide-latin-400-normal.aaaaaaaa.woff2) format("woff2")}' +
        '@font-face{font-family:"Tide";font-style:normal;font-weight:400;font-display:swap;' +
        'src:url(/fonts/tide-latin-ext-400-normal.bbbbbbbb.woff2) format("woff2");unicode-range:U+0100-02FF}' +
        '@font-face{font-family:"Tide Fallback";font-style:normal;font-weight:400;' +
        'src:local("Times New Roman"),local("Liberation Serif");size-adjust:90%;' +
        'ascent-override:120%;descent-override:30%;line-gap-override:10%}',
    );
  });

  it('THEME-12 names the local cut that is as bold and as italic as the face', () => {
    const locals = (weightBold: number, italicBody: boolean): string =>
      [...siteFonts({ ...FONTS_INPUT, weightBold, italicBody }, MANIFEST).css.matchAll(/local\("Times New Roman([^"]*)"\)/g)]
        .map(([, suffix]) => suffix)
        .join();
    expect(locals(600, false)).toBe(', Bold');
    expect(locals(700, true)).toBe(' Italic, Bold Italic,');
  });

  it('SITE-06 has only faces, each in the style and weight of its file', () => {
    const { css } = siteFonts({ ...FONTS_INPUT, weightBold: 700, italicBody: true }, MANIFEST);
    const faces = css.split('@font-face').slice(1);
    expect(faces.every((face) => /^\{[^{}]+\}$/.test(face))).toBe(true);
    const styles = faces.map((face) => /font-style:([^;]*);font-weight:([^;]*);/.exec(face)?.slice(1).join(' '));
    expect([...new Set(styles)]).toEqual(['italic 300', 'italic 700', 'normal 400']);
  });

  it('SITE-05 loads and preloads nothing of a family whose list of weights is empty', () => {
    const { css, preload } = siteFonts({ ...FONTS_INPUT, loaded: [{ font: 'Tide', weights: [] }] }, MANIFEST);
    expect([css, preload]).toEqual(['', []]);
  });

  it('has stacks with the generic family of the kind', () => {
    const stack = (body: string): string | undefined => siteFonts({ ...FONTS_INPUT, body }, MANIFEST).properties['fontBody'];
    expect(stack('Tide')).toBe('"Tide","Tide Fallback",Georgia,serif');
    expect(stack('Sans')).toBe('"Sans","Sans Fallback",Arial,sans-serif');
    expect(stack('Mono')).toBe('"Mono","Mono Fallback",monospace');
  });

  it('uses the default font and the weights as set if the manifest lacks the family', () => {
    expect(siteFonts({ ...FONTS_INPUT, body: 'Gone', heading: 'Gone', weightBold: 650 }, MANIFEST)).toEqual({
      css: '',
      preload: [],
      properties: {
        fontBody: 'Arial,sans-serif',
        fontHeading: 'Arial,sans-serif',
        weightBody: '400',
        weightBold: '650',
        weightHeading: '400',
        styleBody: 'normal',
        styleHeading: 'normal',
        headingScale: '1',
        headingTracking: '-.008em',
        displayTracking: '-.022em',
      },
    });
  });

  it('SITE-06 sets the body in italic, in all its weights', () => {
    const { preload, properties } = siteFonts({ ...FONTS_INPUT, weightBold: 700, italicBody: true }, MANIFEST);
    expect(preload).toEqual(['/fonts/tide-latin-300-italic.11111111.woff2', '/fonts/tide-latin-400-normal.aaaaaaaa.woff2']);
    expect([properties['styleBody'], properties['weightBody'], properties['weightBold']]).toEqual(['italic', '300', '700']);
  });

  it.each([
    [['300i', '600'], ['tide-latin-600-normal']],
    [['700i', '300i'], ['tide-latin-300-italic']],
    [['300i', '700i'], ['tide-latin-300-italic']],
  ])('SITE-05 of the listed weights %j, the browser renders the body with %j', (weights, files) => {
    const { preload } = siteFonts({ ...FONTS_INPUT, loaded: [{ font: 'Tide', weights }] }, MANIFEST);
    expect(preload.map((path) => path.replace(/^\/fonts\/|\.\w+\.woff2$/g, ''))).toEqual(files);
  });

  it('SITE-05 the browser renders with the lighter of two equally near weights', () => {
    const face = { size: 1, xHeight: 0.5, latin: 'a', ext: 'b' };
    const faces = { '300': face, '500': face, '400i': face };
    const manifest = { ...MANIFEST, families: { Tide: { ...FAMILY, faces } } };
    const preload = (weights: string[]) =>
      siteFonts({ ...FONTS_INPUT, loaded: [{ font: 'Tide', weights }] }, manifest).preload.join();
    expect(preload(['500', '300'])).toContain('-300-normal');
    expect(preload(['500', '400i'])).toContain('-500-normal');
  });

  it.each([
    ['Tide', 400, '-.012em', '-.024em'],
    ['Mono', 400, '-.02em', '-.03em'],
    ['Sans', 400, '-.008em', '-.022em'],
    ['Narrow', 400, '0em', '-.008em'],
    ['Wide', 400, '-.012em', '-.024em'],
  ])('ux 2: headings in %s have the tracking of their kind, narrow ones almost none', (heading, weightHeading, small, large) => {
    const { headingTracking, displayTracking } = siteFonts({ ...FONTS_INPUT, heading, weightHeading }, MANIFEST).properties;
    expect([headingTracking, displayTracking]).toEqual([small, large]);
  });
});
