// Thumbnails of the layouts as boxes: x, y, width, height on a width of 132.

import type { FooterLayout, HeaderLayout } from '../../state/design/theme.ts';

type Box = readonly [x: number, y: number, width: number, height: number];
interface Thumbnail {
  readonly height: number;
  readonly boxes: readonly Box[];
}

const row = (y: number, xs: readonly number[], width: number, height = 3): Box[] => xs.map((x): Box => [x, y, width, height]);

export const THUMBNAILS: Readonly<Record<HeaderLayout | FooterLayout, Thumbnail>> = {
  BAR: { height: 34, boxes: [[10, 13, 26, 8], ...row(15.5, [46, 60, 74], 10), [104, 13, 18, 8]] },
  SPLIT: { height: 34, boxes: [...row(15.5, [10, 24, 38], 10), [55, 13, 24, 8], [104, 13, 18, 8]] },
  STACKED: { height: 34, boxes: [[52, 7, 28, 8], ...row(23, [34, 50, 66, 82], 11), [110, 9, 12, 5]] },
  DRAWER: { height: 34, boxes: [[10, 13, 26, 8], ...row(12, [108], 14, 2), ...row(16, [108], 14, 2), ...row(20, [108], 14, 2)] },
  COLUMNS: {
    height: 52,
    boxes: [
      [10, 10, 24, 7],
      ...row(10, [52, 80, 108], 14),
      ...row(17, [52, 80, 108], 16),
      ...row(24, [52, 80, 108], 12),
      [10, 42, 112, 2],
    ],
  },
  SIGNPOST: {
    height: 52,
    boxes: [[10, 10, 34, 26], ...row(10, [56, 92], 20), ...row(17, [56, 92], 26), ...row(24, [56, 92], 16), [10, 42, 112, 2]],
  },
  CENTERED: { height: 52, boxes: [[52, 8, 28, 8], ...row(24, [24, 46, 68, 90], 16), [44, 38, 44, 2]] },
  SLIM: { height: 52, boxes: [[10, 23, 22, 7], ...row(25, [44, 62, 80, 98], 12)] },
};
