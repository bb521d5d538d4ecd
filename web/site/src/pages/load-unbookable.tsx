import type { UnbookablePage } from '@marquee/api/schema.gen.ts';
import type { ReactElement } from 'react';
import { Unbookable } from './Unbookable.tsx';
import { withLaterWords } from './later-words.tsx';

/** The page of a show that cannot be booked, with its words. */
export const loadUnbookable = (page: UnbookablePage): Promise<ReactElement> => withLaterWords(<Unbookable page={page} />);
