import { describe, expect, it } from 'vitest';
import { reservedSlots, reservedSpaceCss } from './reserved-space.ts';

const NONE = { header: false, footer: false, customKeys: [], sizeMapping: '' };
const MAPPING = JSON.stringify({
  home1: {
    0: [
      [320, 50],
      [320, 100],
    ],
    768: [
      [728, 90],
      [300, 250],
    ],
    1280: [[970, 250], 'fluid'],
  },
  home3: { 768: [[728, 90]] },
});

describe('the reserved space', () => {
  it('ADS-02 is for header, footer and each custom key', () => {
    expect(
      reservedSlots({ header: true, footer: true, customKeys: ['home1', 'home2', 'home1'], sizeMapping: '' }).map(
        ({ name }) => name,
      ),
    ).toEqual(['header', 'footer', 'custom0', 'custom1']);
    expect(reservedSlots(NONE)).toEqual([]);
  });

  it('ux 4: of header and footer is a banner of a phone, and a leaderboard from 768 px up', () => {
    const sizes = [
      { from: 0, height: 50, width: 320 },
      { from: 768, height: 90, width: 728 },
    ];
    expect(reservedSlots({ ...NONE, header: true, footer: true, sizeMapping: '{"header":{"0":[[300,600]]}}' })).toEqual([
      { name: 'header', sizes },
      { name: 'footer', sizes },
    ]);
  });

  it('ux 4: of a custom slot is the greatest size at each width', () => {
    const slots = reservedSlots({ ...NONE, customKeys: ['home1', 'home2', 'home3'], sizeMapping: MAPPING });
    expect(slots.map(({ sizes }) => sizes)).toEqual([
      [
        { from: 0, height: 100, width: 320 },
        { from: 768, height: 250, width: 728 },
        { from: 1280, height: 250 },
      ],
      [{ from: 0, height: 100 }],
      [
        { from: 0, height: 0 },
        { from: 768, height: 90, width: 728 },
      ],
    ]);
  });

  it('ux 4: of a slot without a viewport is that of an ad of any size', () => {
    expect(reservedSlots({ ...NONE, customKeys: ['home1'], sizeMapping: '{"home1":{}}' })[0]?.sizes).toEqual([
      { from: 0, height: 100 },
    ]);
  });

  it('ux 4: is zero if no ad shows', () => {
    const [slot] = reservedSlots({ ...NONE, customKeys: ['home1'], sizeMapping: '{"home1":{"0":[],"768":[[728,90]]}}' });
    expect(slot?.sizes[0]).toEqual({ from: 0, height: 0 });
  });
});

describe('the rules of a page', () => {
  it('ux 4: give each slot its space by viewport', () => {
    expect(reservedSpaceCss({ ...NONE, header: true, customKeys: ['home1'], sizeMapping: '{"home1":{"768":["fluid"]}}' })).toBe(
      '[data-ad=header]{--adShow:grid;--adH:50px;--adW:320px}@media(min-width:768px){[data-ad=header]{--adShow:grid;--adH:90px;--adW:728px}}' +
        '[data-ad=custom0]{--adShow:none}@media(min-width:768px){[data-ad=custom0]{--adShow:grid;--adH:100px;--adW:100%}}',
    );
  });

  it('security 6.8: contain no text of the operator', () => {
    const css = reservedSpaceCss({
      ...NONE,
      customKeys: ['</style><b>'],
      sizeMapping: JSON.stringify({
        '</style><b>': {
          '0){}*{x:1': [[1, 1]],
          0: [
            [10, 20],
            ['1;}', 2],
          ],
        },
      }),
    });
    expect(css).toBe('[data-ad=custom0]{--adShow:grid;--adH:20px;--adW:10px}');
  });
});
