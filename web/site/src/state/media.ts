// Addresses of renditions: `/media/{site}/{id}/{width}[-{crop}].{format}`.

import type { Picture } from '@marquee/api/schema.gen.ts';
import type { PictureSource } from '@marquee/ui/Picture/Picture.tsx';

/** How a picture is used: which widths it is made in, and whether it is cut to a shape. */
export type Use = keyof typeof USES;

// A list has a hundred pictures, and nearly every browser takes AVIF: the others get fewer widths to choose from.
const USES = {
  poster: { widths: [160, 240, 320, 480], webp: [480], fallback: 320, crop: '-2x3', ratio: 1.5 },
  card: { widths: [320, 480, 640, 960], webp: [640], fallback: 640, crop: '-16x10', ratio: 10 / 16 },
  wide: { widths: [640, 960, 1280, 1600, 2000], webp: [640, 1280, 2000], fallback: 960, crop: '', ratio: 0 },
  bleed: { widths: [640, 960, 1280, 1600, 2000], webp: [640, 1280, 2000], fallback: 1280, crop: '-3x1', ratio: 1 / 3 },
} as const;

/** A picture is never asked for wider than its original, but always in its smallest useful sizes. */
const ALWAYS = 640;

/** The renditions of a picture for one use. */
export function pictureSource(site: string, picture: Picture, use: Use): PictureSource {
  const { widths, webp, fallback, crop, ratio } = USES[use];
  const most = Math.max(picture.w, ALWAYS);
  const base = `/media/${site}/${picture.id}/`;
  const fit = (all: readonly number[]) => all.filter((width) => width <= most);
  const set = (format: string, of: readonly number[]) => fit(of).map((width) => `${base}${width}${crop}.${format} ${width}w`).join(', ');
  const width = fit([fallback])[0] ?? fit(widths).at(-1) ?? fallback;
  const height = Math.round(width * (ratio || picture.h / Math.max(picture.w, 1)));
  return { avif: set('avif', widths), webp: set('webp', webp), src: `${base}${width}${crop}.jpg`, width, height };
}

/** The renditions of a logo, by height of its box in CSS px. */
export function logoSource(site: string, logo: Picture, height: number) {
  const base = `/media/${site}/${logo.id}/`;
  return {
    webp: `${base}240.webp 1x, ${base}480.webp 2x`,
    src: `${base}480.png`,
    width: Math.round((logo.w / Math.max(logo.h, 1)) * height),
    height,
  };
}
