import { describe, expect, it } from 'vitest';
import { code128 } from './code-128.ts';

/** The widths of the symbols of a code, six each, without the stop. */
function read(text: string): string[] {
  const widths = code128(text) ?? [];
  expect(widths.slice(-7).join('')).toBe('2331112');
  return widths.slice(0, -7).join('').match(/.{6}/g) ?? [];
}
const START = { B: '211214', C: '211232' };
const TO = { B: '114131', C: '113141' };

describe('LOYC-18 CODE_128', () => {
  it('encodes letters one by one, with a check symbol', () => {
    // A is 33, B is 34: (104 + 33 + 2 * 34) % 103 = 102.
    expect(read('AB')).toEqual([START.B, '111323', '131123', '411131']);
  });

  it('encodes digits in pairs', () => {
    // 12 and 34 after start C: (105 + 12 + 2 * 34) % 103 = 82.
    expect(read('1234')).toEqual([START.C, '112232', '131123', '121241']);
  });

  it.each([
    ['4471082953', START.C, 0],
    ['MCLUB1001', START.B, 1],
    ['12345', START.C, 1],
    ['AB12', START.B, 0],
    ['A1234567B', START.B, 2],
    ['A1234B', START.B, 0],
    ['1234A', START.C, 1],
    ['A12345', START.B, 1],
    ['12', START.C, 0],
  ])('switches the set in %s if that makes the code shorter', (text, start, changes) => {
    const decoded = read(text);
    expect(decoded[0]).toBe(start);
    // The check symbol may look the same.
    expect(decoded.slice(0, -1).filter((symbol) => symbol === TO.B || symbol === TO.C)).toHaveLength(changes);
  });

  it('is not longer than in set B, and each symbol has eleven modules', () => {
    for (const text of ['MRD4471082953', '44710829531', 'AB123456CD', '~ !"']) {
      const symbols = read(text);
      expect(symbols.length).toBeLessThanOrEqual(text.length + 2);
      for (const symbol of symbols) expect([...symbol].map(Number).reduce((a, b) => a + b)).toBe(11);
    }
  });

  it.each(['', 'é', 'éA', 'A\n', '\u{1F3AC}'])('cannot encode %j', (text) => {
    expect(code128(text)).toBeUndefined();
  });
});
