import type { MemberPage } from '@marquee/api/schema.gen.ts';
import type { ReactElement } from 'react';
import { withLaterWords } from './later-words.tsx';
import { Member } from './Member.tsx';

/** A page of the member area with its words. Pages of other kinds do without them. */
export const loadMember = (page: MemberPage): Promise<ReactElement> => withLaterWords(<Member page={page} />);
