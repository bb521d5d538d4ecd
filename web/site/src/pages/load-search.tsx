import type { SearchPage } from '@marquee/api/schema.gen.ts';
import type { ReactElement } from 'react';
import { Search } from './Search.tsx';
import { withLaterMessages } from './later-messages.tsx';

/** The search page with its messages. */
export const loadSearch = (page: SearchPage): Promise<ReactElement> => withLaterMessages(<Search page={page} />);
