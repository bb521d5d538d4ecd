import type { Day } from '@marquee/api/schema.gen.ts';
import type { Messages } from '../../../messages/messages.ts';
import { type Menu, pillText } from './Filters.tsx';

/** Most menus beside the days. */
const MAX_MENUS = 3;

/** Approximate widths in px at the default text size. */
const LINE = 1120;
const LETTER_OF_PILL = 7.6;
const LETTER_OF_DAY = 6.3;
/** A pill without its text, and the pin and the clear button that some have. */
const PILL = 66;
const PIN = 24;
const CLEAR = 16;
/** A day at its narrowest, with the gap, and the padding of its name. */
const DAY = 58;
const DAY_PADDING = 24;
/** The gap between days and filters, and the line before a play week. */
const GAPS = 22;

/**
 * Whether the days and the menus of filters fit in one line on a desktop. It is an estimate from their texts: if the content itself
 * decided where the line breaks, the bar would jump while the page is being loaded, and what is sticky below it would not know its height.
 */
export function fitOneLine(messages: Messages, days: readonly Day[], hasWeek: boolean, menus: readonly Menu[]): boolean {
  if (menus.length > MAX_MENUS) return false;
  const names = days.map((day) => (day.today ? messages.common.today() : day.weekday));
  const dayWidth = sum(names.map((name) => Math.max(DAY, DAY_PADDING + LETTER_OF_DAY * name.length)));
  // The button for more days shows an icon, the week has a short name.
  const buttonWidth = hasWeek ? 2 * DAY : DAY;
  const menuWidth = sum(
    menus.map((menu) => {
      const isActive = menu.some(({ options }) => options.some(({ selected }) => selected));
      return (
        PILL + (menu[0].key === 'theater' ? PIN : 0) + (isActive ? CLEAR : 0) + LETTER_OF_PILL * pillText(messages, menu).length
      );
    }),
  );
  return dayWidth + buttonWidth + menuWidth + GAPS <= LINE;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
