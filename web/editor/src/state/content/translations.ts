// Texts that the main language of a site has and another one lacks.

import { text } from '@marquee/api/json.ts';
import { pointerOf } from '../pointer.ts';
import { type SiteLanguages, languagesOf, localizedPointer, missingLanguages } from './languages.ts';
import { type MenuList, menuListsOf, translationOf } from './menus.ts';
import { type PageRecord, blocksIn, isBlockUntranslated, pagePointer } from './pages.ts';
import { type RecordKind, recordPointer, recordsOf } from './records.ts';
import { shownPages } from './saved-blocks.ts';

/** A page, an event, a theater or a link of a menu that lacks texts in a language. */
export interface Untranslated {
  readonly name: string;
  readonly language: string;
  /** Where the first missing text belongs: a part of the content, or a row of a menu. */
  readonly place: string | { readonly list: string; readonly index: number };
}

/** The texts of records in each language, as their forms have them. */
const RECORD_TEXTS: Readonly<Record<RecordKind, readonly string[]>> = {
  events: ['title', 'summary', 'description'],
  theaters: ['description', 'hours', 'accessibilityNote'],
};

/** What lacks a translation: pages, events and theaters with each language that they lack, and links of menus. */
export function untranslatedTexts(content: unknown): readonly Untranslated[] {
  const languages = languagesOf(content);
  if (languages.others.length === 0) return [];
  return [
    ...shownPages(content).flatMap((page) => ofPage(page, languages)),
    ...menuListsOf(content).flatMap((menu) => ofMenu(menu, languages)),
    ...(['events', 'theaters'] as const).flatMap((kind) => ofRecords(content, kind, languages)),
  ];
}

/** The first of some texts that a record lacks in a language. */
const missingText = (
  record: Readonly<Record<string, unknown>>,
  { main }: SiteLanguages,
  language: string,
  names: readonly string[],
): string | undefined => names.find((name) => missingLanguages(record, { main, others: [language] }, [name]).length > 0);

function ofPage(page: PageRecord, languages: SiteLanguages): readonly Untranslated[] {
  const name = page.title === '' ? page.path : page.title;
  const { blocks } = blocksIn(page, languages, languages.main);
  return languages.others.flatMap((language): readonly Untranslated[] => {
    const missing = missingText(page.record, languages, language, ['title', 'description']);
    if (missing !== undefined)
      return [{ name, language, place: localizedPointer(pagePointer(page.path), languages, language, missing) }];
    const index = blocks.findIndex((_, at) => isBlockUntranslated(page, languages, language, at));
    return index < 0 ? [] : [{ name, language, place: pagePointer(page.path, 'localizations', language, 'blocks', String(index)) }];
  });
}

/** Names of profiles on other sites are the same in every language. */
const ofMenu = ({ id, items }: MenuList, { others }: SiteLanguages): readonly Untranslated[] =>
  id === 'social'
    ? []
    : items.flatMap(({ link }, index) => {
        const name = text(link['label']);
        const lacking = name === '' ? [] : others.filter((language) => translationOf(link, language).trim() === '');
        return lacking.map((language) => ({ name, language, place: { list: id, index } }));
      });

const ofRecords = (content: unknown, kind: RecordKind, languages: SiteLanguages): readonly Untranslated[] =>
  recordsOf(content, kind).flatMap(({ id, name, record }) =>
    languages.others.flatMap((language) => {
      const missing = missingText(record, languages, language, RECORD_TEXTS[kind]);
      return missing === undefined
        ? []
        : [{ name, language, place: recordPointer(kind, id) + pointerOf('localizations', language, missing) }];
    }),
  );
