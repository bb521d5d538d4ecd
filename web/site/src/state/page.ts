// What every component may know of the page: the data, the words of its locale, the names of attributes.

import type { AttributeName, PageData } from '@marquee/api/schema.gen.ts';
import { createContext, createElement, use, type ReactNode } from 'react';
import type { Messages } from '../messages/messages.ts';

export interface Page extends PageData {
  /** The words of the page's locale. */
  m: Messages;
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

/** The attributes of these keys that have a name, in the keys' order. */
export function attributesOf(page: Page, keys: readonly string[] | undefined): AttributeName[] {
  const found: AttributeName[] = [];
  for (const key of keys ?? []) {
    const attribute = page.attributes[key];
    if (attribute !== undefined) found.push(attribute);
  }
  return found;
}

/** The names of attributes, for example `Original version, English subtitles`. */
export function labelsOf(page: Page, keys: readonly string[] | undefined): string {
  return attributesOf(page, keys)
    .map((attribute) => attribute.label)
    .join(', ');
}

/** A day's label inside a sentence or a list: labels begin with a capital, but French writes days in lower case. */
export function dayInSentence({ context }: Page, label: string): string {
  return context.intl.locale.short === 'fr' ? label.charAt(0).toLowerCase() + label.slice(1) : label;
}

/** A running time, for example `1 h 58 min`; empty when unknown. */
export function runtimeText(m: Messages, minutes: number | undefined): string {
  if (minutes === undefined || minutes <= 0) return '';
  return m.film.runtime({ hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}
