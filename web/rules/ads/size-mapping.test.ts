import { describe, expect, it } from 'vitest';
import { mayInterrupt, readSizeMapping, sizesAt } from './size-mapping.ts';

const KEYS = ['home1', 'home2'];
const read = (value: unknown) => readSizeMapping(JSON.stringify(value), KEYS);
const WIDE = { from: 768, sizes: [[728, 90]] };
const SMALL = { from: 0, sizes: [[320, 50]] };

describe('a size mapping', () => {
  it('SET-06 VALID-18 has sizes by minimum width, the largest viewport first', () => {
    const { mapping, problems } = read({ home1: { 0: [[320, 50]], 1280: [[970, 250], 'fluid'], 768: [[728, 90]] } });
    expect(mapping.get('home1')).toEqual([{ from: 1280, sizes: [[970, 250], 'fluid'] }, WIDE, SMALL]);
    expect(problems).toEqual([]);
  });

  it('VALID-16 VALID-18 ignores unknown locations, and viewports that are not numbers', () => {
    const { mapping, problems } = read({
      home3: { 0: [[1, 1]] },
      sidebar: 'wide',
      home1: { wide: [[1, 1]], '': [[1, 1]], '-1': [[1, 1]], '1e3': [[1, 1]], 0: [[320, 50]] },
    });
    expect([...mapping]).toEqual([['home1', [SMALL]]]);
    expect(problems).toEqual([]);
  });

  it.each([[null], ['728x90'], [728], [[[728, 90]]], [true]])(
    'VALID-17 skips a location whose value is %j, with a message',
    (value) => {
      const { mapping, problems } = read({ home1: value, home2: { 0: [[320, 50]] } });
      expect([...mapping.keys()]).toEqual(['home2']);
      expect(problems).toEqual(['Invalid size mapping for ad location: home1']);
    },
  );

  it.each([['{'], ['home1: 3'], ['[]'], ['null'], ['"home1"'], ['7']])(
    'VALID-19 is ignored if it is %j, with a message',
    (text) => {
      const { mapping, problems } = readSizeMapping(text, KEYS);
      expect(mapping.size).toBe(0);
      expect(problems).toEqual(['Error parsing size mapping']);
    },
  );

  it('may be empty', () => {
    expect(readSizeMapping(' ', KEYS)).toEqual({ mapping: new Map(), problems: [] });
  });

  it('accepts a single size, and skips invalid sizes', () => {
    const { mapping } = read({
      home1: {
        0: [320, 50],
        100: 'fluid',
        200: [
          [0, 50],
          [320],
          ['320', '50'],
          [-1, 2],
          [1e9, 2],
          [4097, 2],
          [728, 90, 1],
          [1.5, 2],
          'wide',
          null,
          [300, 250],
          [4096, 2],
        ],
        300: 7,
      },
    });
    expect(mapping.get('home1')).toEqual([
      {
        from: 200,
        sizes: [
          [300, 250],
          [4096, 2],
        ],
      },
      { from: 100, sizes: ['fluid'] },
      { from: 0, sizes: [[320, 50]] },
    ]);
  });

  it('security 6.8 is a map without a prototype', () => {
    const { mapping, problems } = readSizeMapping(
      '{"__proto__":{"0":[[1,1]]},"constructor":{"0":[[2,2]]},"home1":{"__proto__":[[3,3]],"0":[[320,50]]}}',
      ['constructor', 'home1'],
    );
    expect([...mapping.keys()]).toEqual(['constructor', 'home1']);
    expect(mapping.get('home1')).toEqual([SMALL]);
    expect([mapping.get('toString'), Reflect.get({}, '0'), problems]).toEqual([undefined, undefined, []]);
  });
});

it('ADS-29 sizes are those of the largest viewport that fits', () => {
  const viewports = read({ home1: { 768: [[728, 90]], 320: [[320, 50]] } }).mapping.get('home1') ?? [];
  expect([1440, 768, 767, 320, 319].map((width) => sizesAt(viewports, width))).toEqual([
    [[728, 90]],
    [[728, 90]],
    [[320, 50]],
    [[320, 50]],
    [],
  ]);
});

describe('ADS-30 the key interstitial', () => {
  it('is accepted without being a location key, and has the viewports in which the interstitial may show', () => {
    const { mapping, problems } = readSizeMapping('{"interstitial":{"768":[[1,1]],"0":[]}}', []);
    expect(problems).toEqual([]);
    expect([1440, 768, 767, 0].map((width) => mayInterrupt(mapping, width))).toEqual([true, true, false, false]);
  });

  it('without it the interstitial may show in every viewport', () => {
    expect(mayInterrupt(read({ home1: { 0: [] } }).mapping, 390)).toBe(true);
    expect(mayInterrupt(readSizeMapping('{"interstitial":{"wide":[]}}', []).mapping, 390)).toBe(true);
  });

  it('does not show the interstitial below its smallest viewport', () => {
    expect(mayInterrupt(readSizeMapping('{"interstitial":{"768":[[1,1]]}}', []).mapping, 390)).toBe(false);
  });
});
