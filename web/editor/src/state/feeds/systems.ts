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
  { key: 'veezi', format: 'veezi', credential: 'header', header: 'VeeziAccessToken' },
  { key: 'vista', format: 'vista', credential: 'bearer' },
  { key: 'tapos', format: 'tapos' },
  { key: 'agile', format: 'agile' },
  { key: 'indy', format: 'indy' },
  { key: 'boxoffice', format: 'boxoffice' },
  { key: 'spektrix', format: 'spektrix' },
  { key: 'spreadsheet', format: 'spreadsheet' },
  { key: 'calendar', format: 'icalendar' },
  { key: 'webPage', format: 'json-ld' },
  { key: 'cinemaShowtimes', format: 'cinemashowtimes' },
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
export const initialsOf = (name: string): string => name.slice(0, 1) + name.slice(1, 2).toLowerCase();
