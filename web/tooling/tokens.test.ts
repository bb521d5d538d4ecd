// Compares the fixed sizes in the stylesheets with the rules, and the custom properties they read with those a theme writes.

import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { reservedSpaceCss } from '@marquee/rules/ads/reserved-space.ts';
import { ANIMATION_MS, BREAKPOINTS } from '@marquee/rules/constants.ts';
import { themeCss } from '@marquee/rules/theme/css.ts';
import { FONTS } from '@marquee/rules/theme/fonts.gen.ts';
import { MERIDIAN } from '@marquee/testkit/themes.ts';
import { GUTTER, SPACE, TEXT_STEPS, TYPE_STEPS } from '@marquee/rules/theme/scale.ts';
import { describe, expect, it } from 'vitest';
import { WEB } from './paths.ts';

const TOKENS = join(WEB, 'ui/tokens.css');
const tokens = existsSync(TOKENS) ? readFileSync(TOKENS, 'utf8') : '';
const declared = (css: string, name: string): string | undefined =>
  new RegExp(`--${name}:\\s*([^;]+);`).exec(css)?.[1]?.replaceAll(' ', '');

const sources = ['ui', 'site'].flatMap((dir) =>
  readdirSync(join(WEB, dir), { recursive: true, encoding: 'utf8' })
    .map((name) => join(dir, name))
    .filter((file) => /\.(css|tsx?)$/.test(file) && !/node_modules/.test(file))
    .map((file) => ({ file, css: readFileSync(join(WEB, file), 'utf8') })),
);
const stylesheets = sources.filter(({ file }) => file.endsWith('.css'));

/** The browser's default font size in px. */
const ROOT_PX = 16;

describe('the stylesheet', () => {
  it('THEME-21 animates for 150, 300 or 600 ms', () => {
    for (const [name, ms] of Object.entries(ANIMATION_MS)) expect(declared(tokens, name)).toBe(`${ms}ms`);
  });

  it.each(BREAKPOINTS)('THEME-22 from $from px up a container has at most $container px', ({ from, container }) => {
    const rule = tokens.slice(tokens.indexOf(`(width >= ${from / ROOT_PX}em)`));
    expect(declared(rule, 'container')).toBe(`${container / ROOT_PX}rem`);
  });

  it('ux 2: has the steps of spacing and type', () => {
    SPACE.forEach((step, index) => expect(declared(tokens, `s${index + 1}`)).toBe(`${step}px`));
    for (const [name, size] of Object.entries(TYPE_STEPS))
      expect(declared(tokens, `t-${name}`)).toBe(`calc(${size.replaceAll(' ', '')}*var(--headingScale))`);
    for (const [name, size] of Object.entries(TEXT_STEPS)) expect(declared(tokens, `t-${name}`)).toBe(size);
    expect(declared(tokens, 'gutter')).toBe(`${GUTTER.phone}px`);
    expect(declared(tokens.slice(tokens.indexOf(`(width >= ${BREAKPOINTS[0].from / ROOT_PX}em)`)), 'gutter')).toBe(
      `${GUTTER.wide}px`,
    );
  });

  it('reads only custom properties that a theme, a stylesheet or the rules of a page write', () => {
    const brands = Object.fromEntries([1, 2, 3, 4, 5, 6].map((number) => [`brand${number}`, '#336699']));
    const theme = themeCss({ ...MERIDIAN, colors: { ...MERIDIAN.colors, ...brands }, colorModeSwitch: true }, FONTS).css;
    const page = reservedSpaceCss({ header: true, footer: false, customKeys: [], sizeMapping: '' });
    const declaredNames = new Set(
      [theme, page, ...sources.map(({ css }) => css)].flatMap((css) =>
        [...css.matchAll(/(?<![\w(-])--([\w-]+)\s*:/g)].map((m) => m[1]),
      ),
    );
    const unknown = stylesheets.flatMap(({ file, css }) =>
      [...css.matchAll(/var\(--([\w-]+)\s*\)/g)]
        .map((m) => m[1])
        .filter((name) => !declaredNames.has(name))
        .map((name) => `${file}: --${name}`),
    );
    expect(unknown).toEqual([]);
  });

  it('lists the theme layer first wherever it lists it', () => {
    for (const { file, css } of stylesheets) {
      for (const [, order = ''] of css.matchAll(/@layer\s+([\w\s,]+);/g)) {
        const layers = order.split(',').map((layer) => layer.trim());
        expect(layers.includes('theme') ? layers[0] : 'theme', file).toBe('theme');
      }
    }
  });

  it('sizes type in rem and media queries in em, so that both follow the browser’s text size', () => {
    const fixed = stylesheets.flatMap(({ file, css }) =>
      [...css.matchAll(/(?:[\s;{](?:font-size|font|--t-\w+):[^;}]*?[\d.]px|@media[^{]*(?:width|height)[^{]*px)/g)].map(
        (m) => `${file}: ${m[0].trim()}`,
      ),
    );
    expect(fixed).toEqual([]);
  });

  it('writes no raw color into a component', () => {
    const raw = stylesheets
      .filter(({ file }) => file.endsWith('.module.css'))
      .flatMap(({ file, css }) =>
        [...css.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/#[0-9a-f]{3,8}\b(?![^{]*\{)|\b(?:rgb|hsl)a?\([\d.]/gi)].map(
          (m) => `${file}: ${m[0]}`,
        ),
      );
    expect(raw).toEqual([]);
  });
});
