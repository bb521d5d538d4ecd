// Pictures of films, and which are too small.

import type { EditorPicture } from '@marquee/api/editor.gen.ts';

export const PICTURES = ['poster', 'backdrop', 'hero'] as const;
export type PictureName = (typeof PICTURES)[number];

/** The shapes of the places where they are shown. */
export const RATIOS: Readonly<Record<PictureName, string>> = { poster: '2:3', backdrop: '16:9', hero: '3:1' };

/** The least widths in pixels for sharp pictures. */
const MIN_WIDTH: Readonly<Record<PictureName, number>> = { poster: 640, backdrop: 1280, hero: 1600 };

/** The width that a picture should have at least; undefined if it is wide enough, or not known. */
export const missingWidth = (name: PictureName, picture: Pick<EditorPicture, 'width'> | undefined): number | undefined =>
  picture !== undefined && picture.width < MIN_WIDTH[name] ? MIN_WIDTH[name] : undefined;

/** Whether much of a picture is cut off at its place. */
export function isOtherShape(name: PictureName, { width, height }: Pick<EditorPicture, 'width' | 'height'>): boolean {
  const [across = 1, down = 1] = RATIOS[name].split(':').map(Number);
  const factor = width / height / (across / down);
  return factor > 1.25 || factor < 0.8;
}
