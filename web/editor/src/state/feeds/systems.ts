// The systems from which feeds read showtimes, and what each needs.

import type { FeedCredentialKind, ScheduleFormat } from '@marquee/api/editor.gen.ts';
import type { EditorMessages } from '../messages.ts';
import { SCHEDULE_FORMATS } from '../schedule.ts';
import { bestMatches } from '../search.ts';

/** A system as the texts name it. */
export type SystemKey = keyof EditorMessages['feeds']['systems'];

interface KnownSystem {
  readonly key: SystemKey;
  /** The format of its answers. The system is offered if the server reads it. */
  readonly format: string;
  /** How long it takes to connect, in minutes. */
  readonly minutes: number;
  /** What it usually asks for. */
  readonly credential?: FeedCredentialKind;
  /** The header with its key. */
  readonly header?: string;
}

export interface FeedSystem extends KnownSystem {
  readonly format: ScheduleFormat;
}

/** In the order of the screen. */
const KNOWN: readonly KnownSystem[] = [
  { key: 'veezi', format: 'veezi', minutes: 2, credential: 'header', header: 'VeeziAccessToken' },
  { key: 'vista', format: 'vista', minutes: 5, credential: 'bearer' },
  { key: 'tapos', format: 'tapos', minutes: 3 },
  { key: 'agile', format: 'agile', minutes: 2 },
  { key: 'indy', format: 'indy', minutes: 2, credential: 'bearer' },
  { key: 'boxoffice', format: 'boxoffice', minutes: 2 },
  { key: 'spektrix', format: 'spektrix', minutes: 2 },
  { key: 'spreadsheet', format: 'spreadsheet', minutes: 1 },
  { key: 'calendar', format: 'icalendar', minutes: 1 },
  { key: 'webPage', format: 'json-ld', minutes: 3 },
  { key: 'cinemaShowtimes', format: 'cinemashowtimes', minutes: 1 },
];

/** The systems whose format the server reads. */
export const SYSTEMS: readonly FeedSystem[] = KNOWN.flatMap((system) => {
  const format = SCHEDULE_FORMATS.find((name) => name === system.format);
  return format === undefined ? [] : [{ ...system, format }];
});

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
export const initialsOf = (name: string): string => name.slice(0, 2);
