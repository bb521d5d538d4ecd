// The room that the server keeps for ads, so that nothing moves when they come (area ads; ux 4).

import type { AdRoom } from '@marquee/api/schema.gen.ts';
import { customKeysOf } from './positions.ts';
import { type AdSize, type Viewport, readSizeMapping } from './size-mapping.ts';
import { customName } from './slot-name.ts';

/** The room of a slot from a viewport width up. */
export interface Room {
  readonly from: number;
  /** Px; 0 where no ad shows. */
  readonly height: number;
  /** Px; absent for as wide as the column. */
  readonly width?: number;
}

/** A slot of the page. */
export interface KeptSlot {
  /** Its name in the page: `header`, `footer`, `custom0` and on. */
  readonly name: string;
  /** From the smallest viewport to the largest. */
  readonly rooms: readonly Room[];
}

/** Header and footer, which the mapping knows nothing of: a leaderboard, or a phone's banner. */
const BANNERS: readonly Room[] = [
  { from: 0, height: 50, width: 320 },
  { from: 768, height: 90, width: 728 },
];

/** What an ad is given that is as high as it wants. */
const FLUID_PX = 100;

/** The slots of a page that keep room, in their order (ADS-02). */
export function keptSlots({ header, footer, sizeMapping, ...room }: AdRoom): KeptSlot[] {
  const keys = customKeysOf(room);
  const { mapping } = readSizeMapping(sizeMapping, keys);
  return [
    ...(header ? [{ name: 'header', rooms: BANNERS }] : []),
    ...(footer ? [{ name: 'footer', rooms: BANNERS }] : []),
    ...keys.map((key, index) => ({ name: customName(index), rooms: roomsOf(mapping.get(key)) })),
  ];
}

function roomsOf(viewports: readonly Viewport[] | undefined): Room[] {
  if (viewports === undefined || viewports.length === 0) return [{ from: 0, height: FLUID_PX }];
  const rooms = viewports.map(({ from, sizes }) => ({ from, ...roomOf(sizes) })).toReversed();
  return rooms[0]?.from === 0 ? rooms : [{ from: 0, height: 0 }, ...rooms];
}

/** The greatest of the sizes. */
function roomOf(sizes: readonly AdSize[]): Omit<Room, 'from'> {
  const height = Math.max(0, ...sizes.map((size) => (size === 'fluid' ? FLUID_PX : size[1])));
  return sizes.length === 0 || sizes.includes('fluid') ? { height } : { height, width: Math.max(...sizes.map((size) => (size === 'fluid' ? 0 : size[0]))) };
}

/** The rules of a page's slots: numbers as custom properties, which the stylesheet makes boxes of. */
export function roomCss(room: AdRoom): string {
  return keptSlots(room)
    .flatMap(({ name, rooms }) =>
      rooms.map(({ from, height, width }) => {
        const size = height === 0 ? '--adShow:none' : `--adShow:grid;--adH:${height}px;--adW:${width === undefined ? '100%' : `${width}px`}`;
        const rule = `[data-ad=${name}]{${size}}`;
        return from === 0 ? rule : `@media(min-width:${from}px){${rule}}`;
      }),
    )
    .join('');
}
