// Schedules in files or at an address: the server reads them, the browser keeps what it sends until they are imported.

import type { ScheduleFormat, ScheduleProblem, ScheduleSource } from '@marquee/api/editor.gen.ts';
import { useSyncExternalStore } from 'react';
import { ApiError } from './api/client.ts';
import { valueStore } from './value-store.ts';

/** Maximum size of all files in bytes, as on the server. */
const MAX_BYTES = 16 * 1024 * 1024;

export const SCHEDULE_FORMATS = [
  'cinemashowtimes',
  'boxoffice',
  'veezi',
  'tapos',
  'vista',
  'agile',
  'icalendar',
  'indy',
  'json-ld',
  'spektrix',
  'spreadsheet',
  'vue',
] as const satisfies readonly ScheduleFormat[];

/** Why a schedule was refused. The server's own words say what is wrong inside a file. */
export interface ScheduleFailure {
  readonly field: 'files' | 'address' | 'format';
  readonly code: ScheduleProblem | 'other';
  readonly error: unknown;
}

/** How far the reading is. */
export interface Schedule<Reading = unknown> {
  readonly state: 'idle' | 'sending' | 'reading' | 'read' | 'failed';
  /** The share of the files that is sent, 0 to 1. */
  readonly sent: number;
  /** Names of files, or the address. */
  readonly names: readonly string[];
  /** What is read, to read it again with another format and when the site is created. */
  readonly source?: ScheduleSource;
  readonly reading?: Reading;
  readonly failure?: ScheduleFailure;
}

export const NO_SCHEDULE: Schedule<never> = { state: 'idle', sent: 0, names: [] };

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

/** Reads schedules one after the other. `About` is what the server needs to know beside the source. */
export interface ScheduleReader<About, Reading> {
  readonly useSchedule: () => Schedule<Reading>;
  /** Forgets what was read: it was imported, or the screen was left. */
  readonly forget: () => void;
  /** Says why the schedule cannot be used. What was read before stays chosen, so that it can be read again. */
  readonly fail: (failure: ScheduleFailure) => void;
  readonly readFiles: (files: readonly File[], about: About) => Promise<void>;
  readonly readAddress: (address: string, about: About) => Promise<void>;
  /** Reads the same schedule again, in a format that the operator has chosen. */
  readonly readAgain: (about: About, format?: ScheduleFormat) => Promise<void>;
}

/** A reader whose server is asked by `send`. */
export function scheduleReader<About, Reading>(
  send: (source: ScheduleSource, about: About, onProgress: (sent: number) => void) => Promise<Reading>,
): ScheduleReader<About, Reading> {
  const store = valueStore<Schedule<Reading>>(NO_SCHEDULE);
  /** The reading whose result counts. */
  let current = 0;
  const begin = (schedule: Schedule<Reading>): number => {
    current += 1;
    store.set(schedule);
    return current;
  };
  const read = async (source: ScheduleSource, about: About, names: readonly string[]): Promise<void> => {
    const hasFiles = source.files !== undefined;
    const started: Schedule<Reading> = { state: hasFiles ? 'sending' : 'reading', sent: 0, names, source };
    const number = begin(started);
    const set = (change: Partial<Schedule<Reading>>): void => {
      if (number === current) store.set({ ...started, ...change });
    };
    const onProgress = (sent: number): void => set({ sent, state: sent < 1 && hasFiles ? 'sending' : 'reading' });
    try {
      set({ state: 'read', reading: await send(source, about, onProgress) });
    } catch (error) {
      const failure = scheduleFailureOf(error) ?? { field: hasFiles ? 'files' : 'address', code: 'other', error };
      set({ state: 'failed', failure });
    }
  };
  return {
    useSchedule: () => useSyncExternalStore(store.subscribe, store.value),
    forget: () => void begin(NO_SCHEDULE),
    fail(failure) {
      const { reading: _, ...known } = store.value();
      store.set({ ...known, state: 'failed', failure });
    },
    async readFiles(files, about) {
      const names = files.map(({ name }) => name);
      const number = begin({ state: 'reading', sent: 0, names });
      const isLarge = files.reduce((size, file) => size + file.size, 0) > MAX_BYTES;
      if (isLarge) {
        store.set({ ...store.value(), state: 'failed', failure: { field: 'files', code: 'tooLarge', error: undefined } });
        return;
      }
      const contents = await Promise.all(files.map(async (file) => ({ name: file.name, content: await base64Of(file) })));
      if (number === current) await read({ files: contents }, about, names);
    },
    readAddress: (address, about) => read({ address: address.trim() }, about, [address.trim()]),
    async readAgain(about, format) {
      const { source, names } = store.value();
      if (source !== undefined) await read(format === undefined ? source : { ...source, format }, about, names);
    },
  };
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
