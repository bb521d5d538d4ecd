// Small readings of addresses; the renderer has no URL class.

import { queryPairs } from '@marquee/rules/query.ts';

/** The fields of a link's query without one of them, for a form that asks for that one anew. */
export function queryFields(href: string, without: string): [name: string, value: string][] {
  return queryPairs(/\?([^#]*)/.exec(href)?.[1] ?? '').filter(([name]) => name !== without);
}

/** A `tel:` address for a phone number as it is written. */
export function phoneHref(phone: string): string {
  return `tel:${phone.replace(/[^\d+]/g, '')}`;
}
