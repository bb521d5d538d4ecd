// The time zone of a site: that of its first theater, as the server has it.

import { recordsOf } from './content/records.ts';
import { clockOf, instantOf, isDay, localTimeOf } from './program/clock.ts';

/** The time zone in which moments of the whole site are typed and shown. */
export function siteZoneOf(content: unknown): string {
  const [first] = recordsOf(content, 'theaters');
  return clockOf(content, first?.id ?? '').zone;
}

/** The time zone of the browser. */
export const browserZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The day of an instant in a time zone, `2026-11-20`. */
export const dayIn = (zone: string, instant: number): string =>
  localTimeOf({ zone, startHour: 0 }, new Date(instant).toISOString())?.day ?? '';

/** The instant of a typed day and time, `06:00`, in a time zone; undefined without one. */
export function instantIn(zone: string, day: string, time: string): string | undefined {
  const [, hours, minutes] = /^(\d{2}):(\d{2})/.exec(time) ?? [];
  if (hours === undefined || !isDay(day)) return undefined;
  return instantOf({ zone, startHour: 0 }, { day, minutes: Number(hours) * 60 + Number(minutes) });
}
