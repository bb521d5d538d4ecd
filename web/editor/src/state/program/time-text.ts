// Times that operators type: 6, 6:10, 18:10, 610p.

/** A time that was read, or what was probably meant. */
export type ReadTime =
  | { readonly kind: 'time'; readonly minutes: number }
  | { readonly kind: 'unreadable'; readonly text: string; readonly suggestion: number | undefined };

const NOON = 12;

const FORMS = [
  /^(?<hour>\d{1,2})(?:[:.h](?<minute>\d{2}))?(?<half>a|p|am|pm)?$/,
  /^(?<hour>\d{1,2})(?<minute>\d{2})(?<half>a|p|am|pm)?$/,
];

/** Whether a word looks like a time. */
export const isTimeLike = (word: string): boolean => FORMS.some((form) => form.test(word.toLowerCase()));

/** The minutes of a cinema day: hours before the start of the day are those of the night after it. */
const inCinemaDay = (hour: number, minute: number, startHour: number): number =>
  (hour < startHour ? hour + 24 : hour) * 60 + minute;

/**
 * Reads a time; undefined if the text is not a time. Without AM or PM, 1 to 9 is in the afternoon or evening, and 10 to 12 and two
 * digits with a leading 0 are as they are.
 */
export function readTime(typed: string, startHour: number): ReadTime | undefined {
  const word = typed.trim().toLowerCase().replaceAll(/\s+/g, '').replace(/uhr$/, '');
  const groups = FORMS.map((form) => form.exec(word)?.groups).find((found) => found !== undefined);
  if (groups === undefined) return undefined;
  const [hour, minute, half] = [Number(groups['hour']), Number(groups['minute'] ?? 0), groups['half']?.[0]];
  const isHalf = half !== undefined;
  if (minute > 59 || hour > 24 || (isHalf && (hour < 1 || hour > NOON)) || (hour === 24 && minute > 59))
    return { kind: 'unreadable', text: typed.trim(), suggestion: suggestionFor(hour, minute, startHour) };
  if (isHalf) return { kind: 'time', minutes: inCinemaDay((hour % NOON) + (half === 'p' ? NOON : 0), minute, startHour) };
  const isAfternoon = hour >= 1 && hour <= 9 && !word.startsWith('0');
  return {
    kind: 'time',
    minutes: hour === 24 ? 24 * 60 + minute : inCinemaDay(isAfternoon ? hour + NOON : hour, minute, startHour),
  };
}

/** What was probably meant: hours and minutes exchanged, in the evening. */
function suggestionFor(hour: number, minute: number, startHour: number): number | undefined {
  if (minute <= 23 && hour <= 59) return inCinemaDay(minute >= 1 && minute < NOON ? minute + NOON : minute, hour, startHour);
  return hour <= 23 ? inCinemaDay(hour >= 1 && hour <= 9 ? hour + NOON : hour, 0, startHour) : undefined;
}
