import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FONTS } from '@marquee/rules/theme/fonts.gen.ts';
import { stylingOf } from '@marquee/rules/preview.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withValue } from '../pointer.ts';
import { contrastsOf, correctionOf, isLow } from './contrast.ts';
import { changedMessages, stylingMessages } from './preview.ts';
import { PALETTE, POINTERS, themeColorsOf } from './theme.ts';

const contentOf = (site: string): unknown => ({
  site: JSON.parse(readFileSync(join(import.meta.dirname, '../../../../../fixtures/demo', site, 'site.json'), 'utf8')),
});
const SITES = ['aster', 'meridian'].map((name): [string, unknown] => [name, contentOf(name)]);
const isFamily = (name: string): boolean => Object.hasOwn(FONTS.families, name);

describe.each(SITES)('the preview of %s', (_, content) => {
  it('PREV-05 gets messages that the site accepts', () => {
    const messages = [...stylingMessages(content).values()];
    expect(messages).toHaveLength(8);
    for (const message of messages) expect(stylingOf(message, isFamily), message.type).toBeDefined();
  });

  it('PREV-07 gets only what has changed', () => {
    const before = stylingMessages(content);
    expect(changedMessages(before, stylingMessages(content))).toEqual([]);
    const after = stylingMessages(withValue(content, POINTERS.hasSearch, false));
    expect(changedMessages(before, after)).toEqual([{ type: 'hasSearch', payload: { hasSearch: false } }]);
    const recolored = stylingMessages(withValue(content, `${POINTERS.palette}/primary`, '#123456'));
    expect(changedMessages(before, recolored).map(({ type }) => type)).toEqual(['colorScheme']);
  });
});

describe('contrast', () => {
  it('compares 14 pairs and puts failing ones first', () => {
    const [, content] = SITES[0] ?? [];
    const colors = themeColorsOf(withValue(content, `${POINTERS.palette}/highlight`, '#F0906B'));
    const contrasts = contrastsOf(colors);
    expect(contrasts).toHaveLength(14);
    expect(contrasts[0]).toMatchObject({ level: 'Low', isShape: true });
  });

  it('offers a color with which the pair passes, for any palette', () => {
    const color = fc
      .tuple(...[0, 1, 2].map(() => fc.integer({ min: 0, max: 255 })))
      .map((channels) => `#${channels.map((c) => c.toString(16).padStart(2, '0')).join('')}`.toUpperCase());
    const [, content] = SITES[1] ?? [];
    fc.assert(
      fc.property(fc.tuple(...PALETTE.map(() => color)), fc.boolean(), (palette, swap) => {
        const colors = themeColorsOf(
          PALETTE.reduce(
            (value, name, index) => withValue(value, `${POINTERS.palette}/${name}`, palette[index]),
            withValue(content, POINTERS.swap, swap),
          ),
        );
        for (const pair of contrastsOf(colors).filter(isLow)) {
          const correction = correctionOf(pair, colors);
          expect(correction?.ratio, pair.name).toBeGreaterThanOrEqual(pair.required);
          if (correction === undefined) continue;
          const corrected = { ...colors, palette: { ...colors.palette, [correction.color]: correction.hex } };
          const again = contrastsOf(corrected).find(({ name, surface }) => name === pair.name && surface === pair.surface);
          if (again !== undefined) expect(isLow(again)).toBe(false);
        }
      }),
      { numRuns: 300, seed: 11 },
    );
  });
});
