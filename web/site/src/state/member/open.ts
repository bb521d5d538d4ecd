// The member area of the page, created on first use.

import type { MemberArea } from '@marquee/api/schema.gen.ts';
import { watchHeader } from './header.ts';
import { watchHearts } from './hearts.ts';
import { type Member, type MemberPageContext, openMember, startMember } from './member.ts';
import { watchTicketing } from './ticketing.ts';

let opened: Member | undefined;

/** Creates and starts the member area. Later calls return the same one. */
export function memberOf(area: MemberArea, pageContext: MemberPageContext): Member {
  if (opened === undefined) {
    opened = openMember(area, pageContext);
    startMember(opened);
    // Applies the member's state to the page, which the server renders the same for everybody.
    watchHeader(opened);
    watchHearts(opened);
    watchTicketing(opened);
  }
  return opened;
}
