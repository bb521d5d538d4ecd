// Alternative texts that the editor proposes for a picture: what the film or event is called that shows it, else the name of its file.
// A person takes a proposal; nothing sets it by itself.

import type { EditorPicture } from '@marquee/api/editor.gen.ts';
import { isRecord, text } from '@marquee/api/json.ts';
import type { SiteLanguages } from '../content/languages.ts';
import { editFields } from '../films/names.ts';
import { namesOf, pointerOf, valueAt } from '../pointer.ts';

/** Titles of films by id, for those that only feeds have. */
type FilmTitle = (id: string) => string | undefined;

/** A name that a camera or program gave: at most one word, then a number of three digits or more. */
const NUMBERED = /^\p{L}*\s*(?:\d\s*){3,}$/u;
/** A name that is a hash or an id. */
const HASH = /^[\da-f]{16,}$/i;

/** The name of a file as words: `silent-sundays_2.jpg` is `Silent sundays 2`. Empty for one that says nothing, such as `IMG_2041.jpg`. */
export function wordsOfFile(name: string): string {
  const words = name
    .replace(/\.[a-z\d]{2,5}$/i, '')
    .replaceAll(/[-_.+\s]+/g, ' ')
    .trim();
  if (!/\p{L}/u.test(words) || NUMBERED.test(words) || HASH.test(words.replaceAll(' ', ''))) return '';
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What a place that shows a picture is called in a language; empty if it has no name in this language. */
function nameOfPlace(pointer: string, content: unknown, filmTitle: FilmTitle, languages: SiteLanguages, language: string): string {
  const [section = '', id = ''] = namesOf(pointer);
  const isMain = language === languages.main;
  switch (section) {
    case 'events': {
      const event = valueAt(content, pointerOf('events', id));
      if (!isRecord(event)) return '';
      return text(isMain ? event['title'] : valueAt(event, pointerOf('localizations', language, 'title')));
    }
    case 'films':
      return isMain ? text(editFields(content, 'films', id)['title']) || (filmTitle(id) ?? '') : '';
    case 'theaters':
      return isMain ? text(valueAt(content, pointerOf('theaters', id, 'name'))) : '';
    default:
      return '';
  }
}

/** The proposed alternative text of a picture in a language; undefined if nothing says what it shows. */
export function proposedAlt(
  { places, file }: Pick<EditorPicture, 'places' | 'file'>,
  content: unknown,
  filmTitle: FilmTitle,
  languages: SiteLanguages,
  language: string,
): string | undefined {
  const names = places.map((pointer) => nameOfPlace(pointer, content, filmTitle, languages, language).trim());
  const fileWords = language === languages.main ? wordsOfFile(file?.name ?? '') : '';
  return [...names, fileWords].find((name) => name !== '');
}
