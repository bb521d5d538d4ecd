// The schedule of a new site in files or at an address: the server reads it, the browser keeps it until the site is created.

import type { ScheduleFormat, ScheduleProblem, ScheduleReading, ScheduleRequest, ScheduleSource } from '@marquee/api/editor.gen.ts';
import { useSyncExternalStore } from 'react';
import { ApiError } from '../api/client.ts';
import { postJson } from '../api/upload.ts';
import { valueStore } from '../value-store.ts';

/** Maximum size of all files in bytes, as on the server. */
const MAX_BYTES = 16 * 1024 * 1024;

export const SCHEDULE_FORMATS = [
  'cinemashowtimes',
  'boxoffice',
  'json-ld',
  'spreadsheet',
] as const satisfies readonly ScheduleFormat[];

/** Why a schedule was refused. The server's own words say what is wrong inside a file. */
export interface ScheduleFailure {
  readonly field: 'files' | 'address' | 'format';
  readonly code: ScheduleProblem | 'other';
  readonly error: unknown;
}

/** How far the reading is. */
export interface Schedule {
  readonly state: 'idle' | 'sending' | 'reading' | 'read' | 'failed';
  /** The share of the files that is sent, 0 to 1. */
  readonly sent: number;
  /** Names of files, or the address. */
  readonly names: readonly string[];
  /** What is read, to read it again with another format and when the site is created. */
  readonly source?: ScheduleSource;
  readonly reading?: ScheduleReading;
  readonly failure?: ScheduleFailure;
}

/** What the server needs to know of the new site. */
export type ScheduleSite = Omit<ScheduleRequest, 'source'>;

export const NO_SCHEDULE: Schedule = { state: 'idle', sent: 0, names: [] };

const PROBLEMS: ReadonlySet<string> = new Set<ScheduleProblem>([
  'missing',
  'address',
  'notPublic',
  'unreachable',
  'status',
  'redirects',
  'timeout',
  'tooLarge',
  'webPage',
  'unknownFile',
  'unclear',
  'mixed',
  'invalid',
  'noShows',
]);

const isProblem = (code: string): code is ScheduleProblem => PROBLEMS.has(code);

/** The failure of a refused schedule; undefined for an error about something else. */
export function scheduleFailureOf(error: unknown): ScheduleFailure | undefined {
  if (!(error instanceof ApiError) || !isProblem(error.code)) return undefined;
  const field = error.field === 'address' || error.field === 'format' ? error.field : 'files';
  return { field, code: error.code, error };
}

const store = valueStore<Schedule>(NO_SCHEDULE);
export const useSchedule = (): Schedule => useSyncExternalStore(store.subscribe, store.value);
/** The reading whose result counts. */
let current = 0;

/** Forgets what was read: the site was created. */
export function forgetSchedule(): void {
  current += 1;
  store.set(NO_SCHEDULE);
}

/** Says why the schedule cannot be used. What was read before stays chosen, so that it can be read again. */
export function failSchedule(failure: ScheduleFailure): void {
  const { reading: _, ...known } = store.value();
  store.set({ ...known, state: 'failed', failure });
}

/** Reads files. */
export async function readFiles(files: readonly File[], site: ScheduleSite): Promise<void> {
  const names = files.map(({ name }) => name);
  const number = begin({ state: 'reading', sent: 0, names });
  const isLarge = files.reduce((size, file) => size + file.size, 0) > MAX_BYTES;
  if (isLarge) {
    store.set({ ...store.value(), state: 'failed', failure: { field: 'files', code: 'tooLarge', error: undefined } });
    return;
  }
  const contents = await Promise.all(files.map(async (file) => ({ name: file.name, content: await base64Of(file) })));
  if (number === current) await read({ files: contents }, site, names);
}

/** Reads what is at an address. */
export const readScheduleAddress = (address: string, site: ScheduleSite): Promise<void> =>
  read({ address: address.trim() }, site, [address.trim()]);

/** Reads the same schedule in a format that the operator has chosen. */
export async function readScheduleAs(format: ScheduleFormat, site: ScheduleSite): Promise<void> {
  const { source, names } = store.value();
  if (source !== undefined) await read({ ...source, format }, site, names);
}

function begin(schedule: Schedule): number {
  current += 1;
  store.set(schedule);
  return current;
}

async function read(source: ScheduleSource, site: ScheduleSite, names: readonly string[]): Promise<void> {
  const hasFiles = source.files !== undefined;
  const started: Schedule = { state: hasFiles ? 'sending' : 'reading', sent: 0, names, source };
  const number = begin(started);
  const set = (change: Partial<Schedule>): void => {
    if (number === current) store.set({ ...started, ...change });
  };
  const onProgress = (sent: number): void => set({ sent, state: sent < 1 && hasFiles ? 'sending' : 'reading' });
  try {
    const request: ScheduleRequest = { ...site, source };
    set({ state: 'read', reading: await postJson<ScheduleReading>('schedule', request, onProgress) });
  } catch (error) {
    const failure = scheduleFailureOf(error) ?? { field: hasFiles ? 'files' : 'address', code: 'other', error };
    set({ state: 'failed', failure });
  }
}

/** The content of a file in Base64. */
function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => {
      const { result } = reader;
      resolve(typeof result === 'string' ? result.slice(result.indexOf(',') + 1) : '');
    });
    reader.addEventListener('error', () => reject(new ApiError(0, undefined)));
    reader.readAsDataURL(file);
  });
}
