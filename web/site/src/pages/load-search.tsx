import type { SearchPage } from '@marquee/api/schema.gen.ts';
import type { ReactElement } from 'react';
import type { Messages } from '../messages/messages.ts';
import { Search } from './Search.tsx';
import { withLaterMessages } from './later-messages.tsx';

/** The search page with its messages. */
export const loadSearch = (page: SearchPage, messages: Messages): Promise<ReactElement> =>
  withLaterMessages(<Search page={page} />, messages);
