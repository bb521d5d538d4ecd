import type { MemberPage } from '@marquee/api/schema.gen.ts';
import type { ReactElement } from 'react';
import { withLaterMessages } from './later-messages.tsx';
import { Member } from './Member.tsx';

/** A page of the member area with its messages. */
export const loadMember = (page: MemberPage): Promise<ReactElement> => withLaterMessages(<Member page={page} />);
