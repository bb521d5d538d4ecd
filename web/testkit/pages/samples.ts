// Sample pages of both demo sites. The harness renders them, tests read them.

import type { PageData } from '@marquee/api/schema.gen.ts';
import { catalogOf } from '@marquee/site/src/messages/all.ts';
import type { Page } from '@marquee/site/src/state/page.ts';

const FILES = import.meta.glob<PageData>('./*.json', { eager: true, import: 'default' });

/** Every sample by name, for example `meridian-home`. */
export const SAMPLES: ReadonlyMap<string, PageData> = new Map(
  Object.entries(FILES).map(([path, data]) => [path.slice('./'.length, -'.json'.length), data]),
);

/** A sample as components get it from `usePage`. */
export function samplePage(name: string): Page {
  const data = SAMPLES.get(name);
  if (data === undefined) throw new Error(`no sample ${name}`);
  return { ...data, messages: catalogOf(data.context.intl.locale.short) };
}
