import type { PageBody } from '@marquee/api/schema.gen.ts';
import type { ReactElement } from 'react';
import { List } from './List.tsx';

/** The page's own part, for the browser. Lists are at hand, because most visits begin with one; the rest is fetched. */
export async function loadBody(page: PageBody): Promise<ReactElement> {
  if (page.kind === 'list') return <List page={page} />;
  const { otherBody } = await import('./other-body.tsx');
  return otherBody(page);
}
