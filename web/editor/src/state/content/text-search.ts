// Words in the texts of the draft: blocks of pages, films, events.

import { isRecord, list, text } from '@marquee/api/json.ts';
import { plainLines, richTextOf } from '@marquee/rules/rich-text.ts';
import { LOCALIZED_FIELDS } from '../films/fields.ts';
import { pointerOf, valueAt } from '../pointer.ts';
import { beginOf } from '../search.ts';
import { type Block, fieldsOf, questionsOf } from './blocks.ts';
import { languagesOf } from './languages.ts';
import { blocksIn } from './pages.ts';
import { recordsOf } from './records.ts';
import { shownPages } from './saved-blocks.ts';

/** Shorter words are in too many texts. */
const MIN_LENGTH = 3;
const MAX_FOUND = 5;
/** Characters that are shown before and after what was found. */
const BEFORE = 30;
const AFTER = 60;

interface TextPlace {
  readonly kind: 'page' | 'film' | 'event';
  /** The path of a page, the id of a film or an event. */
  readonly id: string;
  /** Empty if it is not known. */
  readonly title: string;
}

/** A text of the draft, and where it is. */
interface SiteText extends TextPlace {
  readonly texts: readonly string[];
}

/** A place with the words that were found, and some around them. */
export interface FoundText extends TextPlace {
  readonly excerpt: string;
}

function textsOfBlock(block: Block): readonly string[] {
  return fieldsOf(block).flatMap(({ name, kind }): readonly string[] => {
    const value = block[name];
    switch (kind) {
      case 'line':
      case 'text':
        return [text(value)];
      case 'paragraphs':
        return plainLines(richTextOf(value) ?? []);
      case 'lines':
        return list(value).map(text);
      case 'questions':
        return questionsOf(value).flatMap(({ title, text: answer }) => [title, answer]);
      default:
        return [];
    }
  });
}

/** Texts of a record in all languages. */
function localizedTexts(record: Readonly<Record<string, unknown>>, names: readonly string[]): readonly string[] {
  const { localizations } = record;
  const records = [record, ...(isRecord(localizations) ? Object.values(localizations) : [])];
  return records.flatMap((own) => names.map((name) => text(valueAt(own, pointerOf(name)))));
}

const FILM_TEXTS = LOCALIZED_FIELDS.map(({ name }) => name).filter((name) => name !== 'title');

/** The texts of the draft. Of films, it has those that were typed here. */
function siteTexts(content: unknown): readonly SiteText[] {
  const languages = languagesOf(content);
  const pages = shownPages(content).map((page): SiteText => {
    const blocks = [languages.main, ...languages.others].flatMap((language) => blocksIn(page, languages, language).blocks);
    return { kind: 'page', id: page.path, title: page.title, texts: [...new Set(blocks.flatMap(textsOfBlock))] };
  });
  const films = valueAt(content, '/films');
  const ofFilms = Object.entries(isRecord(films) ? films : {}).flatMap(([id, entry]): readonly SiteText[] => {
    const fields = valueAt(entry, '/fields');
    return isRecord(fields) ? [{ kind: 'film', id, title: text(fields['title']), texts: localizedTexts(fields, FILM_TEXTS) }] : [];
  });
  const events = recordsOf(content, 'events').map(({ id, name, record }): SiteText => ({
    kind: 'event',
    id,
    title: name,
    texts: localizedTexts(record, ['summary', 'description']),
  }));
  return [...pages, ...ofFilms, ...events];
}

/** The places whose texts have the words of a query side by side; at most five. */
export function findTexts(content: unknown, query: string): readonly FoundText[] {
  const words = query.trim();
  if (words.length < MIN_LENGTH) return [];
  const found: FoundText[] = [];
  for (const { texts, ...place } of siteTexts(content)) {
    if (found.length === MAX_FOUND) break;
    const excerpt = texts.flatMap((one) => excerptOf(one, words) ?? [])[0];
    if (excerpt !== undefined) found.push({ ...place, excerpt });
  }
  return found;
}

/** The words with some around them; undefined if the text does not have them. */
function excerptOf(whole: string, words: string): string | undefined {
  const at = beginOf(whole, words);
  if (at === undefined) return undefined;
  const start = at <= BEFORE ? 0 : whole.indexOf(' ', at - BEFORE) + 1;
  const from = start > at ? at : start;
  const end = at + words.length + AFTER;
  const cut = end >= whole.length ? whole.length : Math.max(whole.lastIndexOf(' ', end), at + words.length);
  return `${from > 0 ? '… ' : ''}${whole.slice(from, cut)}${cut < whole.length ? ' …' : ''}`;
}
