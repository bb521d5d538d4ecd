// The space that the server reserves for ads, to avoid layout shifts (area ads; ux 4).

import type { ReservedAdSpace } from '@marquee/api/schema.gen.ts';
import { customKeysOf } from './positions.ts';
import { type AdSize, type Viewport, readSizeMapping } from './size-mapping.ts';
import { customName } from './slot-name.ts';

/** The size of a slot from a viewport width in px up. */
export interface ReservedSize {
  readonly from: number;
  /** In px; 0 if no ad shows. */
  readonly height: number;
  /** In px; absent for the full width of the column. */
  readonly width?: number;
}

/** A slot of the page. */
export interface ReservedSlot {
  /** Its name in the page: `header`, `footer`, `custom0`, `custom1` and so on. */
  readonly name: string;
  /** From the smallest viewport to the largest. */
  readonly sizes: readonly ReservedSize[];
}

/** Header and footer, which are not in the size mapping: a mobile banner, or a leaderboard. */
const BANNERS: readonly ReservedSize[] = [
  { from: 0, height: 50, width: 320 },
  { from: 768, height: 90, width: 728 },
];

/** Reserved height of a fluid ad, in px. */
const FLUID_PX = 100;

/** The slots of a page with reserved space, in their order (ADS-02). */
export function reservedSlots({ header, footer, sizeMapping, ...space }: ReservedAdSpace): ReservedSlot[] {
  const keys = customKeysOf(space);
  const { mapping } = readSizeMapping(sizeMapping, keys);
  return [
    ...(header ? [{ name: 'header', sizes: BANNERS }] : []),
    ...(footer ? [{ name: 'footer', sizes: BANNERS }] : []),
    ...keys.map((key, index) => ({ name: customName(index), sizes: reservedSizesOf(mapping.get(key)) })),
  ];
}

function reservedSizesOf(viewports: readonly Viewport[] | undefined): ReservedSize[] {
  if (viewports === undefined || viewports.length === 0) return [{ from: 0, height: FLUID_PX }];
  const reserved = viewports.map(({ from, sizes }) => ({ from, ...reservedSizeOf(sizes) })).toReversed();
  return reserved[0]?.from === 0 ? reserved : [{ from: 0, height: 0 }, ...reserved];
}

/** Maximum height and width of the sizes. */
function reservedSizeOf(sizes: readonly AdSize[]): Omit<ReservedSize, 'from'> {
  const height = Math.max(0, ...sizes.map((size) => (size === 'fluid' ? FLUID_PX : size[1])));
  return sizes.length === 0 || sizes.includes('fluid')
    ? { height }
    : { height, width: Math.max(...sizes.map((size) => (size === 'fluid' ? 0 : size[0]))) };
}

/** CSS rules of a page's slots: the sizes as custom properties that the stylesheet uses. */
export function reservedSpaceCss(space: ReservedAdSpace): string {
  return reservedSlots(space)
    .flatMap(({ name, sizes }) =>
      sizes.map(({ from, height, width }) => {
        const size =
          height === 0 ? '--adShow:none' : `--adShow:grid;--adH:${height}px;--adW:${width === undefined ? '100%' : `${width}px`}`;
        const rule = `[data-ad=${name}]{${size}}`;
        return from === 0 ? rule : `@media(min-width:${from}px){${rule}}`;
      }),
    )
    .join('');
}
