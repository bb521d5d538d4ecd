// Pictures of films, and which are too small.

import type { EditorPicture } from '@marquee/api/editor.gen.ts';
import { text } from '@marquee/api/json.ts';
import { editFields } from './names.ts';
import { filmPointer } from './film.ts';

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

/** The pictures that lead a film's page and the home page. */
const WIDE = ['backdrop', 'hero'] as const satisfies readonly PictureName[];

/** Places of pictures, as the library has them, and the references of all pictures. */
export interface KnownPictures {
  readonly places: ReadonlySet<string>;
  readonly sources: ReadonlySet<string>;
}

export const knownPictures = (pictures: readonly Pick<EditorPicture, 'source' | 'places'>[]): KnownPictures => ({
  places: new Set(pictures.flatMap(({ places }) => places)),
  sources: new Set(pictures.map(({ source }) => source)),
});

/** Whether a film has a wide picture: one that operators chose, else that of its feed. */
export function hasWidePicture({ places, sources }: KnownPictures, content: unknown, id: string): boolean {
  const own = editFields(content, 'films', id);
  return WIDE.some((name) =>
    Object.hasOwn(own, name) ? sources.has(text(own[name])) : places.has(filmPointer(id, 'fields', name)),
  );
}
