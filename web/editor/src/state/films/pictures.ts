// Pictures of films, and which are too small.

import type { EditorPicture } from '@marquee/api/editor.gen.ts';
import { text } from '@marquee/api/json.ts';
import type { FeedPictures } from './list.ts';
import { editFields } from './names.ts';

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

/**
 * Whether a film has a wide picture in the draft: one that operators chose, else that of its feed. `sources` are the references of
 * the pictures of the site.
 */
export function hasWidePicture(sources: ReadonlySet<string>, content: unknown, id: string, feed: FeedPictures): boolean {
  const own = editFields(content, 'films', id);
  return (['backdrop', 'hero'] as const).some((name) =>
    sources.has(Object.hasOwn(own, name) ? text(own[name]) : (feed[name] ?? '')),
  );
}
