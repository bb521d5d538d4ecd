// The systems from which feeds read showtimes, and what each needs.

import type { FeedCredentialKind, ScheduleFormat } from '@marquee/api/editor.gen.ts';
import type { EditorMessages } from '../messages.ts';
import { bestMatches } from '../search.ts';

/** A system as the texts name it. */
export type SystemKey = keyof EditorMessages['feeds']['systems'];

export interface FeedSystem {
  readonly key: SystemKey;
  /** The format of its responses. */
  readonly format: ScheduleFormat;
  /** What it usually asks for. */
  readonly credential?: FeedCredentialKind;
  /** The header with its key. */
  readonly header?: string;
  /** Where it is for everybody. */
  readonly address?: string;
  /** Minutes between two runs, if not those of a program. */
  readonly interval?: number;
}

/** In the order of the screen. */
export const SYSTEMS: readonly FeedSystem[] = [
  { key: 'veezi', format: 'veezi', credential: 'header', header: 'VeeziAccessToken' },
  { key: 'vista', format: 'vista', credential: 'bearer' },
  { key: 'tapos', format: 'tapos' },
  { key: 'agile', format: 'agile' },
  { key: 'indy', format: 'indy' },
  { key: 'boxoffice', format: 'boxoffice' },
  { key: 'spektrix', format: 'spektrix' },
  { key: 'vue', format: 'vue' },
  { key: 'spreadsheet', format: 'spreadsheet' },
  { key: 'calendar', format: 'icalendar' },
  { key: 'webPage', format: 'json-ld' },
  { key: 'cinemaShowtimes', format: 'cinemashowtimes' },
  { key: 'tmdb', format: 'tmdb', credential: 'bearer', address: 'https://api.themoviedb.org/3/', interval: 1440 },
];

/** The system of a format; undefined for none, and for formats that no system of the list has. */
export const systemOf = (format: ScheduleFormat | undefined): FeedSystem | undefined =>
  SYSTEMS.find((system) => system.format === format);

/** Those that the typed words find; all without words. */
export const findSystems = (query: string, words: EditorMessages['feeds']): readonly FeedSystem[] =>
  query.trim() === ''
    ? SYSTEMS
    : bestMatches(
        SYSTEMS.map((system) => ({ system, label: words.systems[system.key].name() })),
        query,
      ).map(({ system }) => system);

/** Two letters in place of a logo. */
export const initialsOf = (name: string): string => name.slice(0, 1) + name.slice(1, 2).toLowerCase();
