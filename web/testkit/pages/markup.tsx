// Renders samples to markup, for tests.

import type { PageData } from '@marquee/api/schema.gen.ts';
import { renderToStaticMarkup } from 'react-dom/server';
import { catalogOf, laterCatalogOf } from '@marquee/site/src/messages/all.ts';
import { App } from '@marquee/site/src/pages/App.tsx';
import { pageBody } from '@marquee/site/src/pages/page-body.tsx';
import { LaterMessagesProvider } from '@marquee/site/src/state/later.ts';
import { SAMPLES } from './samples.ts';

/** The markup of a sample in its language; `change` modifies a copy of the data first. */
export function html(name: string, change: (data: PageData) => void = () => {}): string {
  const sample = SAMPLES.get(name);
  if (sample === undefined) throw new Error(`no sample ${name}`);
  const data = structuredClone(sample);
  change(data);
  const { short } = data.context.intl.locale;
  return renderToStaticMarkup(
    <App data={data} messages={catalogOf(short)}>
      <LaterMessagesProvider messages={laterCatalogOf(short)}>{pageBody(data.page)}</LaterMessagesProvider>
    </App>,
  );
}

/** The opening tags of an element, with their attributes. */
export const tags = (markup: string, element: string): string[] => markup.match(new RegExp(`<${element}(?=[ >])[^>]*>`, 'g')) ?? [];

/** The value of a tag's attribute. */
export const attribute = (tag: string, name: string): string | undefined => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1];

/** The text between the tags, without icons. */
export const visibleText = (markup: string): string =>
  markup
    .replaceAll(/<svg.*?<\/svg>|<[^>]+>/gs, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
