// What operators say about a picture, in the draft: it holds at every place that shows the picture.

import { isRecord, list, text } from '@marquee/api/json.ts';
import type { PartChange } from '../draft/machine.ts';
import { useDraft, useOpenSite } from '../drafts.ts';
import { pointerOf, valueAt } from '../pointer.ts';

/** A point in percent of the width and height, from the top left. */
export type FocalPoint = readonly [x: number, y: number];

export const CENTER: FocalPoint = [50, 50];

export interface PictureDetails {
  /** Alternative texts by language. */
  readonly alt: Readonly<Record<string, string>>;
  readonly decorative: boolean;
  readonly focus: FocalPoint | undefined;
  readonly credit: string;
  /** The last day on which it may be shown, such as `2026-11-30`; empty for no limit. */
  readonly rightsUntil: string;
}

function focusOf(value: unknown): FocalPoint | undefined {
  const [x, y] = list(value);
  return typeof x === 'number' && typeof y === 'number' ? [x, y] : undefined;
}

export function detailsOf(content: unknown, source: string): PictureDetails {
  const value = valueAt(content, pointerOf('pictures', source));
  const details = isRecord(value) ? value : {};
  const alt = isRecord(details['alt']) ? details['alt'] : {};
  return {
    alt: Object.fromEntries(Object.entries(alt).map(([language, words]) => [language, text(words)])),
    decorative: details['decorative'] === true,
    focus: focusOf(details['focus']),
    credit: text(details['credit']),
    rightsUntil: text(details['rightsUntil']),
  };
}

/** The details without what is not set, as the server has them; undefined if nothing is. */
export function storedDetails({ alt, decorative, focus, credit, rightsUntil }: PictureDetails): unknown {
  const texts = Object.fromEntries(Object.entries(alt).filter(([, words]) => words !== ''));
  const stored = {
    ...(Object.keys(texts).length > 0 && { alt: texts }),
    ...(decorative && { decorative }),
    ...(focus !== undefined && (focus[0] !== CENTER[0] || focus[1] !== CENTER[1]) && { focus }),
    ...(credit !== '' && { credit }),
    ...(rightsUntil !== '' && { rightsUntil }),
  };
  return Object.keys(stored).length === 0 ? undefined : stored;
}

/** Whether a picture needs no alternative text at places without one. */
export const isDescribed = (content: unknown, source: string): boolean => {
  const { alt, decorative } = detailsOf(content, source);
  return decorative || Object.values(alt).some((words) => words.trim() !== '');
};

/** Sets some details of pictures. */
export const changedDetails = (
  content: unknown,
  sources: readonly string[],
  values: Partial<PictureDetails>,
): readonly PartChange[] =>
  sources.map((source) => ({
    pointer: pointerOf('pictures', source),
    to: storedDetails({ ...detailsOf(content, source), ...values }),
  }));

/** The details of a picture in the draft, and a function that changes some of them. */
export function useDetails(source: string): readonly [details: PictureDetails, change: (values: Partial<PictureDetails>) => void] {
  const { draft } = useOpenSite();
  const details = detailsOf(useDraft()?.content, source);
  const change = (values: Partial<PictureDetails>): void => draft.edit(changedDetails(draft.state()?.content, [source], values));
  return [details, change];
}

/** Whose pictures they are, and until when the site may show them. */
export type PictureRights = Pick<PictureDetails, 'credit' | 'rightsUntil'>;

/** The rights that pictures have in common; what differs is undefined. */
export function commonRights(content: unknown, sources: readonly string[]): Partial<PictureRights> {
  const [first, ...others] = sources.map((source) => detailsOf(content, source));
  if (first === undefined) return { credit: '', rightsUntil: '' };
  const { credit, rightsUntil } = first;
  return {
    ...(others.every((other) => other.credit === credit) && { credit }),
    ...(others.every((other) => other.rightsUntil === rightsUntil) && { rightsUntil }),
  };
}
