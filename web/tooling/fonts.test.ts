import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { themeCss } from '@marquee/rules/theme/css.ts';
import { FONTS } from '@marquee/rules/theme/fonts.gen.ts';
import { ASTER, MERIDIAN } from '@marquee/testkit/themes.ts';
import { describe, expect, it } from 'vitest';
import { copyFonts, familyNames, licenses, manifestModule, measureAll, packageOf } from './fonts.ts';
import { ROOT, WEB } from './paths.ts';

describe('the fonts', () => {
  it('THEME-08 have the families that the server accepts', () => {
    expect(Object.keys(FONTS.families)).toEqual(familyNames());
  });

  it('THEME-09 have the weights that the server accepts', () => {
    const source = readFileSync(join(ROOT, 'crates/marquee-model/src/settings/fonts.rs'), 'utf8');
    const rows = source.matchAll(/name: "([^"]+)", package: "([^"]+)", normal: &\[([\d, ]*)\], italic: &\[([\d, ]*)\]/g);
    const numbers = (list = ''): string[] => list.split(', ').filter(Boolean);
    const accepted = [...rows].map(([, name = '', id, normal, italic]) => ({
      name,
      package: id,
      faces: [...numbers(normal), ...numbers(italic).map((weight) => `${weight}i`)].toSorted(),
    }));
    const families = Object.entries(FONTS.families).map(([name, family]) => ({
      name,
      package: family.package,
      faces: Object.keys(family.faces).toSorted(),
    }));
    expect(families).toEqual(accepted);
  });

  it('THEME-09 come from packages with the name of the family, except for renamed ones', () => {
    expect(['EB Garamond', 'Muli', 'Spartan'].map(packageOf)).toEqual(['eb-garamond', 'mulish', 'league-spartan']);
  });

  it('fonts.gen.ts is up to date: run `npm run codegen`', { timeout: 60_000 }, () => {
    expect(readFileSync(join(WEB, 'rules/theme/fonts.gen.ts'), 'utf8')).toBe(manifestModule(measureAll()));
  });

  it('are copied, and files that the manifest does not name are removed', () => {
    const folder = mkdtempSync(join(tmpdir(), 'marquee-fonts-'));
    try {
      mkdirSync(join(folder, 'cards'));
      for (const old of ['oswald-latin-400-normal.00000000.woff2', 'cards/sacramento-latin.woff'])
        writeFileSync(join(folder, old), '');
      const families = Object.fromEntries(Object.entries(FONTS.families).filter(([name]) => name === 'Oswald'));
      const { files } = copyFonts({ ...FONTS, families }, folder);
      const copied = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('.'));
      expect(copied).toHaveLength(files + 1);
      expect(copied).toEqual(expect.arrayContaining(['LICENSES.txt', 'cards/oswald-latin.woff', 'cards/oswald-latin-ext.woff']));
      expect(copied.filter((name) => /00000000|sacramento/.test(name))).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('have a license each', () => {
    const text = licenses(FONTS);
    for (const name of Object.keys(FONTS.families)) expect(text).toContain(`\n${name}\n=`);
  });

  it.each([
    ['meridian', MERIDIAN],
    ['aster', ASTER],
  ])('ux 11: the tokens of %s take less than 1.2 kB compressed, and less than 2 kB with font faces', (_, input) => {
    const { css } = themeCss({ ...input, colorModeSwitch: true }, FONTS);
    expect(brotliCompressSync(css.slice(0, css.indexOf('@font-face'))).length).toBeLessThan(1200);
    expect(brotliCompressSync(css).length).toBeLessThan(2000);
  });
});
