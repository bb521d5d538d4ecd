// Times, days and shows in the operator's words.

import { useMemo } from 'react';
import { type Formats, useFormats, useMessages } from '../../state/messages.ts';
import { clockText, weekdayOf } from '../../state/program/clock.ts';
import { type PlacedShow, type ShowWarning, openingOn } from '../../state/program/placement.ts';
import { type Program, screenName } from './use-program.ts';

export interface ProgramWords {
  /** `6:00 PM` */
  readonly time: (minutes: number) => string;
  /** `6:00` */
  readonly shortTime: (minutes: number) => string;
  /** `6 PM`; 12 and the first hour of the grid have their half of the day. */
  readonly axis: (hour: number, isFirst: boolean) => string;
  /** `Mon` */
  readonly weekday: (day: string) => string;
  /** `Sat, Nov 22` */
  readonly date: (day: string) => string;
  /** `Nov 22` */
  readonly monthDay: (day: string) => string;
  /** `1 h 34 min` */
  readonly length: (minutes: number) => string;
  /** Where a show would be: `Mon 6:00 PM, Screen 1. Ends 7:49 PM, clean at 8:09 PM`. */
  readonly slot: (program: Program, slot: Slot) => string;
  /** A show for screen readers. */
  readonly show: (program: Program, placed: PlacedShow, warnings: readonly ShowWarning[]) => string;
  readonly warning: (program: Program, warning: ShowWarning) => string;
  readonly formats: Formats;
}

interface Slot {
  readonly day: string;
  readonly screen: string;
  readonly start: number;
  readonly length: number;
}

export function useWords(): ProgramWords {
  const messages = useMessages();
  const formats = useFormats();
  return useMemo(() => {
    const { program: words } = messages;
    const time = (minutes: number): string => formats.clock(clockText(minutes));
    const weekday = (day: string): string => formats.shortWeekday(weekdayOf(day));
    const warning = (program: Program, { kind, minutes, show: id }: ShowWarning): string => {
      const show = program.placed.find((other) => other.show.id === id)?.show;
      const opening = kind === 'hours' && show !== undefined ? openingOn(program.opening, show.local.day) : undefined;
      if (opening === undefined) return words.warnings[kind]({ minutes, screen: screenName(program, show?.fields.screen ?? '') });
      const hours = opening.map(({ opens, closes }) => words.fromTo({ from: formats.clock(opens), to: formats.clock(closes) }));
      return hours.length === 0 ? words.warnings.noHours() : words.warnings.ownHours({ hours: formats.list(hours) });
    };
    return {
      time,
      shortTime: (minutes) => formats.shortClock(clockText(minutes)),
      axis(hour, isFirst) {
        const text = clockText(hour * 60);
        return isFirst || hour % 12 === 0 ? formats.hour(text) : formats.shortClock(text).replace(/[:.]00$/, '');
      },
      weekday,
      date: formats.date,
      monthDay: (day) => formats.day(`${day}T12:00:00`),
      length: (minutes) => words.length({ hours: Math.floor(minutes / 60), minutes: minutes % 60 }),
      slot: (program, { day, screen, start, length }) =>
        words.slot({
          day: weekday(day),
          time: time(start),
          screen: screenName(program, screen),
          end: time(start + length),
          clean: time(start + length + program.theater.rules.cleaningMinutes),
        }),
      show: (program, { show, film, start, end }, warnings) =>
        [
          film.title,
          formats.date(show.local.day),
          words.fromTo({ from: time(start), to: time(end) }),
          screenName(program, show.fields.screen),
          words.origins[show.origin](),
          ...(show.isCanceled ? [words.canceled()] : []),
          show.isDraft ? words.draft() : words.published(),
          ...warnings.map((entry) => warning(program, entry)),
        ].join(', '),
      warning,
      formats,
    };
  }, [messages, formats]);
}
