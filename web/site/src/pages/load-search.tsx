import type { SearchPage } from '@marquee/api/schema.gen.ts';
import type { ReactElement } from 'react';
import { Search } from './Search.tsx';
import { withLaterWords } from './later-words.tsx';

/** The search page with its words, which other pages do without. */
export const loadSearch = (page: SearchPage): Promise<ReactElement> => withLaterWords(<Search page={page} />);
