import type { Day } from '@marquee/api/schema.gen.ts';
import type { Messages } from '../../../messages/messages.ts';
import { type Menu, pillText } from './Filters.tsx';

/** Maximum number of menus beside the days. */
const MAX_MENUS = 3;

// Approximate widths in px at the default text size; all of them grow with it.

/** The content of a page from 80em on. */
const LINE = 1120;
const LETTER_OF_PILL = 7.6;
const LETTER_OF_DAY = 6.3;
/** A pill without its text. */
const PILL = 66;
/** The pin of the theaters. */
const PIN = 24;
/** The button that clears a selection, minus the arrow that it replaces. */
const CLEAR = 16;
/** A day at its narrowest, with the gap beside it. */
const DAY = 58;
const DAY_PADDING = 24;
/** The gap between days and filters, and the line before a play week. */
const GAPS = 22;

/**
 * Whether the days and the menus of filters fit in one line on a desktop, estimated from their texts. If the browser decided by their
 * widths, the bar would jump while the page is loading, and elements that are sticky below it could not know its height.
 */
export function fitOneLine(messages: Messages, days: readonly Day[], hasWeek: boolean, menus: readonly Menu[]): boolean {
  if (menus.length > MAX_MENUS) return false;
  const names = days.map((day) => (day.today ? messages.common.today() : day.weekday));
  if (hasWeek) names.push(messages.days.week());
  // The button for more days shows an icon.
  const dayWidth = DAY + sum(names.map((name) => Math.max(DAY, DAY_PADDING + LETTER_OF_DAY * name.length)));
  const menuWidth = sum(menus.map((menu) => pillWidth(messages, menu)));
  return dayWidth + menuWidth + GAPS <= LINE;
}

function pillWidth(messages: Messages, menu: Menu): number {
  const isActive = menu.some(({ options }) => options.some(({ selected }) => selected));
  const icons = (menu[0].key === 'theater' ? PIN : 0) + (isActive ? CLEAR : 0);
  return PILL + icons + LETTER_OF_PILL * pillText(messages, menu).length;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
