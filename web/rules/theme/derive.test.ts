import type { ThemeColors } from '@marquee/api/schema.gen.ts';
import { describe, expect, it } from 'vitest';
import { type ColorName, brandColors, deriveTheme } from './derive.ts';
import { ASTER, MERIDIAN } from '@marquee/testkit/themes.ts';

const meridian = MERIDIAN.colors;
const withBackground = (background: string): ThemeColors => ({ ...meridian, palette: { ...meridian.palette, background } });
const pick = (colors: ThemeColors, ...names: ColorName[]): string[] => names.map((name) => deriveTheme(colors).colors[name]);

describe('deriveTheme', () => {
  it('THEME-01 has the eleven color names', () => {
    expect(Object.keys(deriveTheme(meridian).colors)).toEqual(
      expect.arrayContaining(
        'primary secondary accent muted highlight background initialBackground headerBackground footerBackground text textAlt'.split(
          ' ',
        ),
      ),
    );
  });

  it('THEME-02, THEME-14 tints the reference background #131212 to #212020', () => {
    expect(pick(meridian, 'initialBackground', 'background')).toEqual(['#131212', '#212020']);
  });

  it.each([
    ['#131212', '#F7F7F7', '#DDDDDD'],
    ['#FCFDF9', '#212020', '#4F4E4E'],
  ])('THEME-02, THEME-15 text colors on %s are %s and %s', (background, text, textAlt) => {
    expect(pick(withBackground(background), 'text', 'textAlt')).toEqual([text, textAlt]);
  });

  it('THEME-02 takes black where the base dark would not be legible', () => {
    expect(pick(withBackground('#808080'), 'background', 'text', 'textAlt', 'quiet')).toEqual([
      '#787878',
      '#000000',
      '#000000',
      '#000000',
    ]);
  });

  it('THEME-02 takes brand2 as secondary, else the hover state of primary', () => {
    expect(pick({ ...meridian, brand2: '#FFD566' }, 'secondary')).toEqual(['#FFD566']);
    const { brand2: _, ...withoutBrand2 } = meridian;
    expect(pick(withoutBrand2, 'secondary')).toEqual(['#D8A31D']);
  });

  it('SITE-02 has each brand color of the site with the most legible text color', () => {
    expect(brandColors({ ...meridian, brand1: '#FFD566', brand2: '#0A2540', brand6: '#808080' })).toEqual({
      brand1: '#FFD566',
      readableOnBrand1: '#212020',
      brand2: '#0A2540',
      readableOnBrand2: '#F7F7F7',
      brand6: '#808080',
      readableOnBrand6: '#000000',
    });
    const { brand2: _, ...withoutBrands } = meridian;
    expect(brandColors(withoutBrands)).toEqual({});
  });

  it.each(['#131212', '#0A2540', '#333333'])(
    'THEME-07 leaves a page that is dark already as it is in dark mode: %s',
    (background) => {
      expect(deriveTheme(withBackground(background), 'dark')).toEqual(deriveTheme(withBackground(background)));
    },
  );

  it('THEME-03 has a readable color per theme color and a visible one per color and background', () => {
    const names = Object.keys(deriveTheme(meridian).colors);
    for (const color of ['Primary', 'Secondary', 'Accent', 'Muted', 'Highlight']) {
      expect(names).toContain(`readableOn${color}`);
      for (const on of ['Background', 'HeaderBackground', 'FooterBackground']) expect(names).toContain(`visible${color}On${on}`);
    }
  });

  it.each([
    ['#F7F7F7', '#E8E8E8', '#DCDCDC'],
    ['#131212', '#212020', '#2C2B2B'],
  ])('THEME-04, THEME-20 received background %s gives the page %s and the offset %s', (received, page, panel) => {
    expect(pick(withBackground(received), 'background', 'backgroundWithOffset')).toEqual([page, panel]);
  });

  it.each([
    ['#F7F7F7', '#E8E8E8'],
    ['#333333', '#3F3F3F'],
  ])('THEME-20 received background %s gives the page %s', (received, page) => {
    expect(pick(withBackground(received), 'background')).toEqual([page]);
  });

  it('THEME-07 dark mode replaces a light page, and keeps header, footer and brand', () => {
    const light = withBackground('#F7F7F7');
    const [day, night] = [deriveTheme(light), deriveTheme(light, 'dark')];
    expect(night.tone).toBe('dark');
    expect([night.colors.background, night.colors.text, night.colors.textAlt]).toEqual(['#212020', '#F7F7F7', '#DDDDDD']);
    for (const name of ['primary', 'secondary', 'accent', 'muted', 'highlight', 'headerBackground', 'footerBackground'] as const) {
      expect(night.colors[name]).toBe(day.colors[name]);
    }
  });

  it('THEME-13, THEME-14 gives the reference site its header and footer', () => {
    const header = { paletteColor: 'headerBackground', tintShade: 75 } as const;
    expect(pick({ ...meridian, headerBackground: header }, 'headerBackground', 'footerBackground')).toEqual(['#000000', '#000000']);
  });

  it('THEME-16, THEME-17 finds #212020 readable on #F2B705', () => {
    expect(pick({ ...meridian, palette: { ...meridian.palette, primary: '#F2B705' } }, 'readableOnPrimary')).toEqual(['#212020']);
  });

  it('THEME-19 replaces primary on a header of the same color', () => {
    const same = { ...meridian, palette: { ...meridian.palette, primary: '#000000' } };
    expect(pick(same, 'visiblePrimaryOnHeaderBackground')).toEqual(['#F7F7F7']);
  });

  it('SITE-03 darkens a surface by its tint shade', () => {
    const gray = { ...meridian, palette: { ...meridian.palette, headerBackground: '#808080' } };
    expect(pick({ ...gray, headerBackground: { paletteColor: 'headerBackground', tintShade: 75 } }, 'headerBackground')).toEqual([
      '#606060',
    ]);
  });

  it('SITE-04 swap exchanges primary and accent', () => {
    const { primary, accent } = meridian.palette;
    expect(pick({ ...meridian, swap: true }, 'primary', 'accent')).toEqual([accent.toUpperCase(), primary.toUpperCase()]);
  });

  it('derives the focus colors of the mocks', () => {
    expect(pick(meridian, 'focus', 'focusHeader', 'focusFooter')).toEqual(['#F5B921', '#F5B921', '#F5B921']);
    expect(pick(ASTER.colors, 'focus', 'focusHeader', 'focusFooter')).toEqual(['#D23F1C', '#D23F1C', '#FFFFFF']);
  });

  it('derives the colors of the two operators', () => {
    expect(deriveTheme(meridian)).toMatchSnapshot('meridian');
    expect(deriveTheme(ASTER.colors)).toMatchSnapshot('aster');
  });
});
