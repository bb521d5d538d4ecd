import { describe, expect, it } from 'vitest';
import { codePath } from './code-path.ts';

/** The dark modules of a path, row by row. */
function darkModules(path: string): Set<string> {
  const dark = new Set<string>();
  for (const [, x = '', y = '', length = ''] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g))
    for (let at = 0; at < Number(length); at++) dark.add(`${Number(x) + at} ${y}`);
  return dark;
}

describe('LOYC-06, LOYC-18 the code of a card', () => {
  it('QR_CODE is a square with three finder patterns and a quiet zone of four modules', () => {
    const { kind, width, height, path } = codePath('MCLUB1001', 'QR_CODE');
    expect([kind, width, height]).toEqual(['square', 4 + 21 + 4, 4 + 21 + 4]);
    const dark = darkModules(path);
    for (const [x, y] of [
      [4, 4],
      [18, 4],
      [4, 18],
    ] as const) {
      for (let at = 0; at < 7; at++)
        for (const cell of [`${x + at} ${y}`, `${x} ${y + at}`, `${x + at} ${y + 6}`]) expect(dark).toContain(cell);
      expect(dark).not.toContain(`${x + 1} ${y + 1}`);
      expect(dark).toContain(`${x + 3} ${y + 3}`);
    }
    // The timing pattern between two finder patterns.
    expect([12, 13, 14, 15, 16].map((x) => dark.has(`${x} 10`))).toEqual([true, false, true, false, true]);
    for (const cell of dark) for (const at of cell.split(' ').map(Number)) expect(at >= 4 && at < 25, cell).toBe(true);
  });

  it('CODE_128 has bars and a quiet zone on both sides', () => {
    const { kind, width, path } = codePath('AB12', 'CODE_128');
    expect(kind).toBe('bars');
    expect(path.startsWith('M10 0h2v44h-2z')).toBe(true);
    // Start, four symbols and checksum have eleven modules each, the stop has thirteen.
    expect(width).toBe(10 + 6 * 11 + 13 + 10);
    expect(path.endsWith(`M${width - 10 - 2} 0h2v44h-2z`)).toBe(true);
  });

  it('CODE_128 becomes a QR code if it cannot encode the value', () => {
    expect(codePath('ÉTÉ 1', 'CODE_128').kind).toBe('square');
  });
});
