// Helpers for addresses that work in the renderer, which has no URL class.

import { queryPairs } from '@marquee/rules/query.ts';

/** The query parameters of a link without one of them, as hidden fields of a form that sets that one. */
export function queryFields(href: string, without: string): [name: string, value: string][] {
  return queryPairs(/\?([^#]*)/.exec(href)?.[1] ?? '').filter(([name]) => name !== without);
}

/** A `tel:` address for a formatted phone number. */
export function phoneHref(phone: string): string {
  return `tel:${phone.replace(/[^\d+]/g, '')}`;
}
