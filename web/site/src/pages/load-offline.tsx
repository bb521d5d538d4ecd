import type { OfflinePage } from '@marquee/api/schema.gen.ts';
import type { ReactElement } from 'react';
import type { Messages } from '../messages/messages.ts';
import { withLaterMessages } from './later-messages.tsx';
import { Offline } from './Offline.tsx';

/** The offline page with its messages, which the worker has stored with the other files. */
export const loadOffline = (page: OfflinePage, messages: Messages): Promise<ReactElement> =>
  withLaterMessages(<Offline page={page} />, messages);
