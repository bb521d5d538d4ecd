// Which pictures and videos of the library are shown.

import { isRecord, list, text } from '@marquee/api/json.ts';
import type { EditorPicture, EditorVideo } from '@marquee/api/editor.gen.ts';
import { type Block, shownPictures } from '../content/blocks.ts';
import { shownPages } from '../content/saved-blocks.ts';
import { valueAt } from '../pointer.ts';
import { detailsOf, isDescribed } from './details.ts';

export const KINDS = ['all', 'poster', 'wide', 'photo', 'video'] as const;
export type MediumKind = (typeof KINDS)[number];

/** A picture or a video of the library. */
export type Medium = EditorPicture | EditorVideo;

export const isVideo = (medium: Medium): medium is EditorVideo => 'seconds' in medium;

/** Whether a file is sent as a video; the server looks at its content. */
export const isVideoFile = ({ type, name }: Pick<File, 'type' | 'name'>): boolean =>
  type.startsWith('video/') || /\.(?:mp4|m4v|mov|webm|avi|mkv)$/i.test(name);

/** Whether a text is a reference to a video of the library, as the server recognizes it (`is_video_reference`). */
export const isVideoReference = (value: string): boolean => /^video-[\da-f-]+$/.test(value);

/** The length of a video, such as `1:05`. */
export const clockText = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** Days before the end of rights from which they are ending. */
const ENDING_DAYS = 14;

/** The name of a picture or video for people. */
export const mediumName = ({ file, source }: Pick<EditorPicture, 'file' | 'source'>): string =>
  file === undefined || file.name === '' ? source : file.name;

/** Whether a search finds it, by its name or reference; `found` is in lower case. */
export const isFound = (medium: Medium, found: string): boolean =>
  [medium.source, mediumName(medium)].some((name) => name.toLowerCase().includes(found));

/** The segment of an address that opens a picture. Addresses cannot have an encoded slash. */
export const pictureSegment = (source: string): string => source.replaceAll('/', '~');
export const sourceOfSegment = (segment: string): string => segment.replaceAll('~', '/');

/** A video, or a picture by its shape: upright, at least 16:10, or between. */
export const kindOf = (medium: Medium): MediumKind => (isVideo(medium) ? 'video' : shapeOf(medium));

function shapeOf({ width, height }: Pick<EditorPicture, 'width' | 'height'>): MediumKind {
  const ratio = width / height;
  if (ratio <= 0.8) return 'poster';
  return ratio >= 1.6 ? 'wide' : 'photo';
}

const recordsOf = (content: unknown, section: string): readonly Readonly<Record<string, unknown>>[] => {
  const records = valueAt(content, `/${section}`);
  return isRecord(records) ? Object.values(records).filter(isRecord) : [];
};

/** The pictures that a place shows without alternative text. */
export function undescribedPictures(content: unknown): ReadonlySet<string> {
  const blocks: readonly Block[] = shownPages(content).flatMap(({ record }) => list(record['blocks']).filter(isRecord));
  const shown = [
    ...blocks.flatMap(shownPictures),
    ...recordsOf(content, 'events').map((event) => ({ picture: text(event['picture']), alt: text(event['pictureAlt']) })),
  ];
  const lacking = shown.filter(({ picture, alt }) => picture !== '' && alt.trim() === '' && !isDescribed(content, picture));
  return new Set(lacking.map(({ picture }) => picture));
}

export type RightsState = 'ended' | 'ending';

/** Whether the rights of a picture have ended, or end soon; `today` is a day such as `2026-11-26`. */
export function rightsOf(content: unknown, source: string, today: string): RightsState | undefined {
  const { rightsUntil } = detailsOf(content, source);
  if (rightsUntil === '') return undefined;
  if (rightsUntil < today) return 'ended';
  const soon = new Date(`${today}T00:00:00Z`);
  soon.setUTCDate(soon.getUTCDate() + ENDING_DAYS);
  return rightsUntil <= soon.toISOString().slice(0, 10) ? 'ending' : undefined;
}
