// What visitors would miss in the content of a draft: dead links, pictures without words, missing blocks.

import { isRecord, list, text } from '@marquee/api/json.ts';
import { isDescribed } from '../media/details.ts';
import { type Block, type BlockPicture, shownPictures } from './blocks.ts';
import { type DeadLink, deadLinksOf } from './dead-links.ts';
import { type PageRecord, pagePointer } from './pages.ts';
import { recordPointer, recordsOf } from './records.ts';
import { pagesWithMissing, shownPages } from './saved-blocks.ts';

/** A page or an event that lacks something. */
export interface Lacking {
  /** Title; the address of a page without one. */
  readonly name: string;
  /** The first part that lacks it: a block of a page, a field of an event. */
  readonly pointer: string;
  /** The block of a page as visitors see it. */
  readonly block?: Block;
}

export interface ContentChecks {
  readonly deadLinks: readonly DeadLink[];
  /** Pages and events with a picture without alternative text, as the server counts them for the overview. */
  readonly noAlt: readonly Lacking[];
  /** Pages with a saved block that does not exist. */
  readonly missingBlocks: readonly Lacking[];
}

/** Pages and events with a picture without alternative text. */
interface Undescribed extends Lacking {
  /** The page or the event. */
  readonly record: string;
  /** The pictures without one. */
  readonly pictures: readonly string[];
}

const nameOf = ({ title, path }: PageRecord): string => (title === '' ? path : title);

function undescribedOf(content: unknown): readonly Undescribed[] {
  const lacksAlt = ({ picture, alt }: BlockPicture): boolean =>
    picture !== '' && alt.trim() === '' && !isDescribed(content, picture);
  const pages = shownPages(content).flatMap((page): readonly Undescribed[] => {
    const lacking = list(page.record['blocks'])
      .filter(isRecord)
      .flatMap((block, index) =>
        shownPictures(block)
          .filter(lacksAlt)
          .map(({ picture }) => ({ picture, block, index })),
      );
    return lacking.slice(0, 1).map(({ block, index }) => ({
      name: nameOf(page),
      record: pagePointer(page.path),
      pointer: pagePointer(page.path, 'blocks', String(index)),
      block,
      pictures: lacking.map(({ picture }) => picture),
    }));
  });
  const events = recordsOf(content, 'events').flatMap(({ id, name, record }): readonly Undescribed[] => {
    const picture = text(record['picture']);
    if (!lacksAlt({ picture, alt: text(record['pictureAlt']) })) return [];
    return [{ name, record: recordPointer('events', id), pointer: recordPointer('events', id, 'pictureAlt'), pictures: [picture] }];
  });
  return [...pages, ...events];
}

/** The pages and events that show a picture without alternative text which they did not show like that before. */
export function newlyUndescribed(before: unknown, after: unknown): readonly Lacking[] {
  const known = new Set(undescribedOf(before).flatMap(({ record, pictures }) => pictures.map((picture) => `${record} ${picture}`)));
  return undescribedOf(after).filter(({ record, pictures }) => pictures.some((picture) => !known.has(`${record} ${picture}`)));
}

export const contentChecks = (content: unknown): ContentChecks => ({
  deadLinks: deadLinksOf(content),
  noAlt: undescribedOf(content),
  missingBlocks: pagesWithMissing(content).map(({ page, pointer }) => ({ name: nameOf(page), pointer })),
});
