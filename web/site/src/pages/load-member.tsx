import type { MemberPage } from '@marquee/api/schema.gen.ts';
import type { ReactElement } from 'react';
import type { Messages } from '../messages/messages.ts';
import { withLaterMessages } from './later-messages.tsx';
import { Member } from './Member.tsx';

/** A page of the member area with its messages. */
export const loadMember = (page: MemberPage, messages: Messages): Promise<ReactElement> =>
  withLaterMessages(<Member page={page} />, messages);
