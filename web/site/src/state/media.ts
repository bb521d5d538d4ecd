// Addresses of renditions: `/media/{site}/{id}/{width}[-{crop}].{format}`.

import type { Picture } from '@marquee/api/schema.gen.ts';
import { MEDIA_PREFIX } from '@marquee/rules/paths.gen.ts';
import type { PictureSource } from '@marquee/ui/Picture/Picture.tsx';
import type { RenditionCrop, RenditionWidth } from './renditions.gen.ts';

/** The use of a picture, which determines its widths and whether it is cropped. */
export type PictureUse = keyof typeof USES;

interface Use {
  readonly widths: readonly RenditionWidth[];
  readonly webp: readonly RenditionWidth[];
  readonly fallback: RenditionWidth;
  readonly crop: RenditionCrop;
  /** Height divided by width; 0 for that of the picture. */
  readonly ratio: number;
}

// A list has a hundred pictures and nearly every browser supports AVIF, so WebP has fewer widths, which saves HTML.
const USES = {
  poster: { widths: [160, 240, 320, 480], webp: [480], fallback: 320, crop: '-2x3', ratio: 1.5 },
  card: { widths: [320, 480, 640, 960], webp: [640], fallback: 640, crop: '-16x10', ratio: 10 / 16 },
  wide: { widths: [640, 960, 1280, 1600, 2000], webp: [640, 1280, 2000], fallback: 960, crop: '', ratio: 0 },
  bleed: { widths: [640, 960, 1280, 1600, 2000], webp: [640, 1280, 2000], fallback: 1280, crop: '-3x1', ratio: 1 / 3 },
} as const satisfies Record<string, Use>;

/** Renditions up to this width are offered even if the original is narrower, in px. */
const MIN_OFFERED_WIDTH = 640;

/** The renditions of a picture for a use. */
export function pictureSource(site: string, picture: Picture, use: PictureUse): PictureSource {
  const { widths, webp, fallback, crop, ratio } = USES[use];
  const maxWidth = Math.max(picture.w, MIN_OFFERED_WIDTH);
  const base = `${MEDIA_PREFIX}${site}/${picture.id}/`;
  const offered = (all: readonly number[]) => all.filter((width) => width <= maxWidth);
  const srcset = (format: string, all: readonly number[]) =>
    offered(all)
      .map((width) => `${base}${width}${crop}.${format} ${width}w`)
      .join(', ');
  const width = offered([fallback])[0] ?? offered(widths).at(-1) ?? fallback;
  const height = Math.round(width * (ratio || picture.h / Math.max(picture.w, 1)));
  return { avif: srcset('avif', widths), webp: srcset('webp', webp), src: `${base}${width}${crop}.jpg`, width, height };
}

const LOGO_WIDTH: RenditionWidth = 240;
const LOGO_WIDTH_2X: RenditionWidth = 480;

/** The renditions of a logo in a box of this height, in CSS px. */
export function logoSource(site: string, logo: Picture, height: number) {
  const base = `${MEDIA_PREFIX}${site}/${logo.id}/`;
  return {
    webp: `${base}${LOGO_WIDTH}.webp 1x, ${base}${LOGO_WIDTH_2X}.webp 2x`,
    src: `${base}${LOGO_WIDTH_2X}.png`,
    width: Math.round((logo.w / Math.max(logo.h, 1)) * height),
    height,
  };
}
