// Programs in a spreadsheet: the server reads the file, the draft takes what it has.

import { EDITOR_API_PREFIX } from '@marquee/rules/paths.gen.ts';
import type { SpreadsheetProgram } from '@marquee/api/editor.gen.ts';
import { isRecord, text } from '@marquee/api/json.ts';
import { fold } from '@marquee/rules/fold.ts';
import { ApiError, languageHeader, refusal } from '../api/client.ts';
import type { PartChange } from '../draft/machine.ts';
import { pointerOf, valueAt } from '../pointer.ts';

/** The address of a spreadsheet with the columns and an example. */
export const templateAddress = (site: string, extension: 'csv' | 'xlsx'): string =>
  `${EDITOR_API_PREFIX}${site}/program/template.${extension}`;

/** Reads a spreadsheet with shows of a theater. Nothing is changed. */
export async function readSpreadsheet(site: string, theater: string, file: File): Promise<SpreadsheetProgram> {
  const path = `${site}/program/spreadsheet?${new URLSearchParams({ theater, name: file.name }).toString()}`;
  const headers = { ...languageHeader(), 'content-type': file.type === '' ? 'application/octet-stream' : file.type };
  const response = await fetch(EDITOR_API_PREFIX + path, { method: 'POST', headers, body: file }).catch(() => undefined);
  if (response === undefined) throw new ApiError(0, undefined);
  const body: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw refusal(path, response.status, body);
  // oxlint-disable-next-line consistent-type-assertions -- the server's types are generated
  return body as SpreadsheetProgram;
}

/**
 * What a draft takes of a spreadsheet: films and shows that it does not have yet. The server knows published films only, so films of
 * the draft are found by their titles here.
 */
export function spreadsheetChanges(
  content: unknown,
  { films, shows }: Pick<SpreadsheetProgram, 'films' | 'shows'>,
): { readonly changes: readonly PartChange[]; readonly films: number; readonly shows: number } {
  const isMissing = ({ pointer }: PartChange): boolean => !isRecord(valueAt(content, pointer));
  const drafted = draftFilms(content);
  const idOf = (id: string): string => drafted.get(titleOf(films[id])) ?? id;
  const newFilms = Object.entries(films)
    .filter(([id]) => idOf(id) === id)
    .map(([id, to]) => ({ pointer: pointerOf('films', id), to }))
    .filter(isMissing);
  const newShows = Object.entries(shows)
    .map(([id, { fields, ...show }]) => {
      const movieId = text(fields['movieId']);
      return { pointer: pointerOf('shows', id), to: { ...show, fields: { ...fields, movieId: idOf(movieId) } } };
    })
    .filter(isMissing);
  return { changes: [...newFilms, ...newShows], films: newFilms.length, shows: newShows.length };
}

const titleOf = (film: unknown): string => fold(text(valueAt(film, pointerOf('fields', 'title'))));

/** The films that were typed into a draft: their ids by title. */
function draftFilms(content: unknown): ReadonlyMap<string, string> {
  const films = valueAt(content, pointerOf('films'));
  const typed = Object.entries(isRecord(films) ? films : {}).filter(([, film]) => isRecord(film) && film['added'] === true);
  return new Map(typed.map(([id, film]): [string, string] => [titleOf(film), id]).filter(([title]) => title !== ''));
}
