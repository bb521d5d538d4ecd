import type { SearchPage } from '@marquee/api/schema.gen.ts';
import type { ReactElement } from 'react';
import { laterMessages } from '../messages/later.ts';
import { localeOf } from '../messages/messages.ts';
import { LaterProvider } from '../state/later.tsx';
import { Search } from './Search.tsx';

/** The search page with its words, which other pages do without. */
export async function loadSearch(page: SearchPage): Promise<ReactElement> {
  const words = await laterMessages(localeOf(document.documentElement.lang.slice(0, 2)));
  return (
    <LaterProvider words={words}>
      <Search page={page} />
    </LaterProvider>
  );
}
