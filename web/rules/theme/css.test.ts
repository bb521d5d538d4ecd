import { describe, expect, it } from 'vitest';
import { themeCss } from './css.ts';
import { FONTS } from './fonts.gen.ts';
import { ASTER, MERIDIAN } from '@marquee/testkit/themes.ts';

const property = (css: string, name: string): string | undefined => new RegExp(`--${name}:([^;}]+)`).exec(css)?.[1];

describe('themeCss', () => {
  const meridian = themeCss(MERIDIAN, FONTS);
  const aster = themeCss(ASTER, FONTS);

  it('THEME-01 writes every color as a custom property', () => {
    expect(property(meridian.css, 'primary')).toBe('#F5B921');
    expect(property(meridian.css, 'visiblePrimaryOnHeaderBackground')).toBe('#F5B921');
    expect(property(aster.css, 'backgroundWithOffset')).toBe('#E1E2DE');
  });

  it('THEME-05 has the tone of the page', () => {
    expect([meridian.colorScheme, aster.colorScheme]).toEqual(['dark', 'light']);
    expect([meridian.themeColor, aster.themeColor]).toEqual(['#000000', '#FCFDF9']);
    expect(aster.htmlAttributes).toEqual({ 'data-tone': 'light', 'data-round-buttons': 'HIGH', 'data-round-content': 'HIGH' });
  });

  it('THEME-06 starts in light mode and writes no dark rules without a switch', () => {
    expect(aster.css).not.toContain('data-mode');
    expect(themeCss({ ...ASTER, colorModeSwitch: true }, FONTS).htmlAttributes['data-mode']).toBe('light');
  });

  it('THEME-07 writes only what dark mode changes', () => {
    const { css } = themeCss({ ...ASTER, colorModeSwitch: true }, FONTS);
    const dark = css.slice(css.indexOf('[data-mode=dark]'));
    expect(property(dark, 'background')).toBe('#212020');
    expect(property(dark, 'text')).toBe('#F7F7F7');
    for (const name of ['primary', 'headerBackground', 'footerBackground', 'readableOnPrimary'])
      expect(property(dark, name)).toBeUndefined();
  });

  it('THEME-07 writes nothing for a page that is dark already', () => {
    const { css, htmlAttributes } = themeCss({ ...MERIDIAN, colorModeSwitch: true }, FONTS);
    expect([css.includes('data-mode'), 'data-mode' in htmlAttributes]).toEqual([false, false]);
  });

  it('THEME-07 describes the dark mode in the head where it is chosen, and the light mode otherwise', () => {
    const withSwitch = { ...ASTER, colorModeSwitch: true };
    const head = (input: typeof ASTER, mode: 'light' | 'dark') => {
      const { htmlAttributes, themeColor, colorScheme } = themeCss(input, { ...FONTS }, mode);
      return [htmlAttributes['data-tone'], htmlAttributes['data-mode'], themeColor, colorScheme];
    };
    expect(head(withSwitch, 'dark')).toEqual(['dark', 'dark', '#FCFDF9', 'dark']);
    expect(head(withSwitch, 'light')).toEqual(['light', 'light', '#FCFDF9', 'light']);
    expect(head(ASTER, 'dark')).toEqual(['light', undefined, '#FCFDF9', 'light']);
    const { tokens } = themeCss(withSwitch, { ...FONTS });
    expect(tokens).toMatch(
      /^@layer theme\{:root\{color-scheme:light;--[^{}]+\}\[data-mode=dark\]\{color-scheme:dark;--[^{}]+\}\}$/,
    );
    expect(themeCss(ASTER, { ...FONTS }).tokens).toMatch(/^@layer theme\{:root\{color-scheme:light;--[^{}]+\}\}$/);
  });

  it('THEME-07 repeats no value in the dark mode that is the same in the light one', () => {
    const { tokens } = themeCss({ ...ASTER, colorModeSwitch: true }, { ...FONTS });
    const [light = '', dark = ''] = tokens.split('[data-mode=dark]');
    const declarations = [...dark.matchAll(/--(\w+):([^;}]+)/g)];
    expect(declarations.length).toBeGreaterThan(10);
    for (const [, name = '', value] of declarations) expect(property(light, name), name).not.toBe(value);
  });

  it('computes a theme once, for as many themes as it caches', () => {
    const manifest = { ...FONTS };
    const input = (number: number) => ({ ...ASTER, fonts: { ...ASTER.fonts, weightBody: number } });
    const first = themeCss(input(0), manifest);
    for (let number = 1; number < 64; number += 1) themeCss(input(number), manifest);
    expect(themeCss(input(0), manifest)).toBe(first);
    expect(themeCss(input(0), { ...FONTS })).not.toBe(first);
    themeCss(input(64), manifest);
    expect(themeCss(input(0), manifest)).not.toBe(first);
  });

  it.each([
    ['NONE', '0', '0', '0', '0'],
    ['MEDIUM', '6px', '6px', '10px', '6px'],
    ['HIGH', '999px', '14px', '22px', '14px'],
  ] as const)(
    'THEME-11 %s has the radii %s of buttons, %s of fields, %s of content and %s of small content',
    (round, rb, rf, rc, rcs) => {
      const { css } = themeCss({ ...MERIDIAN, roundButtons: round, roundContent: round }, FONTS);
      expect(['rb', 'rf', 'rc', 'rcs'].map((name) => property(css, name))).toEqual([rb, rf, rc, rcs]);
    },
  );

  it('writes no characters that could end a style element', () => {
    expect(meridian.css + aster.css).not.toMatch(/[<>]/);
  });
});
