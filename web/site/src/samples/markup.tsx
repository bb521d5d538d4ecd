// Samples as markup, for tests.

import type { PageData } from '@marquee/api/schema.gen.ts';
import { renderToStaticMarkup } from 'react-dom/server';
import { LATER_CATALOGUES } from '../messages/all.ts';
import { App } from '../pages/App.tsx';
import { pageBody } from '../pages/page-body.tsx';
import { LaterProvider } from '../state/later.tsx';
import { samplePage } from './samples.ts';

/** A sample's markup, after a change of its data. */
export function html(name: string, change: (data: PageData) => void = () => {}): string {
  const { m, ...sample } = samplePage(name);
  const data = structuredClone(sample);
  change(data);
  return renderToStaticMarkup(
    <App data={data} m={m}>
      <LaterProvider words={LATER_CATALOGUES.en}>{pageBody(data.page)}</LaterProvider>
    </App>,
  );
}

/** The opening tags of an element, with their attributes. */
export const tags = (markup: string, element: string): string[] => markup.match(new RegExp(`<${element}(?=[ >])[^>]*>`, 'g')) ?? [];

/** The value of a tag's attribute. */
export const attribute = (tag: string, name: string): string | undefined => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1];

/** What stands between the tags. */
export const words = (markup: string): string => markup.replaceAll(/<svg.*?<\/svg>|<[^>]+>/gs, ' ').replaceAll(/\s+/g, ' ').trim();
