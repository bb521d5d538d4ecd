// Programs in a spreadsheet: the server reads the file, the draft takes what it has.

import { EDITOR_API_PREFIX } from '@marquee/rules/paths.gen.ts';
import type { SpreadsheetProgram } from '@marquee/api/editor.gen.ts';
import { isRecord } from '@marquee/api/json.ts';
import { ApiError, refusal } from '../api/client.ts';
import type { PartChange } from '../draft/machine.ts';
import { pointerOf, valueAt } from '../pointer.ts';

/** The address of a spreadsheet with the columns and an example. */
export const templateAddress = (site: string): string => `${EDITOR_API_PREFIX}${site}/program/template.csv`;

/** Reads a spreadsheet with shows of a theater. Nothing is changed. */
export async function readSpreadsheet(site: string, theater: string, file: File): Promise<SpreadsheetProgram> {
  const path = `${site}/program/spreadsheet?${new URLSearchParams({ theater, name: file.name }).toString()}`;
  const headers = { 'content-type': file.type === '' ? 'application/octet-stream' : file.type };
  const response = await fetch(EDITOR_API_PREFIX + path, { method: 'POST', headers, body: file }).catch(() => undefined);
  if (response === undefined) throw new ApiError(0, undefined);
  const body: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw refusal(path, response.status, body);
  // oxlint-disable-next-line consistent-type-assertions -- the server's types are generated
  return body as SpreadsheetProgram;
}

/** What a draft takes of a spreadsheet: films and shows that it does not have yet. */
export function spreadsheetChanges(
  content: unknown,
  { films, shows }: Pick<SpreadsheetProgram, 'films' | 'shows'>,
): { readonly changes: readonly PartChange[]; readonly films: number; readonly shows: number } {
  const missing = (section: 'films' | 'shows', records: Readonly<Record<string, unknown>>): readonly PartChange[] =>
    Object.entries(records).flatMap(([id, to]) => {
      const pointer = pointerOf(section, id);
      return isRecord(valueAt(content, pointer)) ? [] : [{ pointer, to }];
    });
  const [newFilms, newShows] = [missing('films', films), missing('shows', shows)];
  return { changes: [...newFilms, ...newShows], films: newFilms.length, shows: newShows.length };
}
