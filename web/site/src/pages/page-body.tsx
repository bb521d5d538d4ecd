import type { PageBody } from '@marquee/api/schema.gen.ts';
import type { ReactElement } from 'react';
import { List } from './List.tsx';
import { otherBody } from './other-body.tsx';

/** The page's own part, of any kind: for the server. */
export function pageBody(page: PageBody): ReactElement {
  return page.kind === 'list' ? <List page={page} /> : otherBody(page);
}
