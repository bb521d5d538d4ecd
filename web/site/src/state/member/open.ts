// The one member area of a page, opened when something of the page first needs it.

import type { MemberArea } from '@marquee/api/schema.gen.ts';
import { watchHeader } from './header.ts';
import { watchHearts } from './hearts.ts';
import { type Member, type MemberPlace, openMember, startMember } from './member.ts';
import { watchTicketing } from './ticketing.ts';

let opened: Member | undefined;

/** Opens the member area, once; later calls are given the same one. */
export function memberOf(area: MemberArea, place: MemberPlace): Member {
  if (opened === undefined) {
    opened = openMember(area, place);
    startMember(opened);
    // What a member changes of a page that is the same for everybody.
    watchHeader(opened);
    watchHearts(opened);
    watchTicketing(opened);
  }
  return opened;
}
