// What shows to be looked at are called in lists of problems.

import { useToday } from '../clock.ts';
import { isSingleLocation } from '../content/theaters.ts';
import { useFormats } from '../messages.ts';
import { clockText, daysBetween, weekdayOf } from './clock.ts';
import type { FoundShow } from './overlaps.ts';

/** The day of a show, as a weekday if it is within a week, and its theater, screen and time. A single theater is not named. */
export function useFoundWords(content: unknown): (show: FoundShow) => { readonly day: string; readonly place: string } {
  const { weekday, date, clock } = useFormats();
  const today = useToday();
  const isSingle = isSingleLocation(content);
  return ({ theaterName, screen, day, minutes }) => {
    const isThisWeek = daysBetween(today, day) < 7;
    const place = [isSingle ? '' : theaterName, screen, clock(clockText(minutes))];
    return { day: isThisWeek ? weekday(weekdayOf(day)) : date(day), place: place.filter((part) => part !== '').join(', ') };
  };
}
