import type { UnbookablePage } from '@marquee/api/schema.gen.ts';
import type { ReactElement } from 'react';
import type { Messages } from '../messages/messages.ts';
import { Unbookable } from './Unbookable.tsx';
import { withLaterMessages } from './later-messages.tsx';

/** The page of a show that cannot be booked, with its messages. */
export const loadUnbookable = (page: UnbookablePage, messages: Messages): Promise<ReactElement> =>
  withLaterMessages(<Unbookable page={page} />, messages);
