// Context with the page's data and messages, and helpers for texts of the page.

import type { AttributeName, PageData } from '@marquee/api/schema.gen.ts';
import { createContext, createElement, use, type ReactNode } from 'react';
import type { Messages } from '../messages/messages.ts';

export interface Page extends PageData {
  /** The messages of the page's locale. */
  messages: Messages;
}

const PageContext = createContext<Page | null>(null);

export function PageProvider({ page, children }: { page: Page; children: ReactNode }) {
  return createElement(PageContext, { value: page }, children);
}

export function usePage(): Page {
  const page = use(PageContext);
  if (page === null) throw new Error('usePage outside of PageProvider');
  return page;
}

/** The attributes with these keys, in their order. Attributes without a name are left out. */
export function attributesOf(page: Page, keys: readonly string[] | undefined): AttributeName[] {
  const attributes: AttributeName[] = [];
  for (const key of keys ?? []) {
    const attribute = Object.hasOwn(page.attributes, key) ? page.attributes[key] : undefined;
    if (attribute !== undefined) attributes.push(attribute);
  }
  return attributes;
}

/** The names of the attributes with these keys, for example `Original version, English subtitles`. */
export function labelsOf(page: Page, keys: readonly string[] | undefined): string {
  return attributesOf(page, keys)
    .map((attribute) => attribute.label)
    .join(', ');
}

/** A day's label inside of a sentence or list. Labels begin with a capital letter, but some languages write days in lower case there. */
export function dayInSentence({ messages }: Page, label: string): string {
  return messages.lowerCaseDays ? withSmallInitial(label) : label;
}

/**
 * A heading with the label of a day or, if `isWeek`, of the week. Inside of it a day is written as in a sentence, and the week begins
 * with a small letter in every language; at its start both keep their capital letter.
 */
export function dayHeading(page: Page, heading: (values: { day: string }) => string, label: string, isWeek: boolean): string {
  const day = isWeek ? withSmallInitial(label) : dayInSentence(page, label);
  const text = heading({ day });
  return text.startsWith(day) ? heading({ day: label }) : text;
}

const withSmallInitial = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** A running time, for example `1 h 58 min`; empty if unknown. */
export function runtimeText(messages: Messages, minutes: number | undefined): string {
  if (minutes === undefined || minutes <= 0) return '';
  return messages.film.runtime({ hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}
