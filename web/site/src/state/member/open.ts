// The one member area of a page, opened when something of the page first needs it.

import type { MemberArea } from '@marquee/api/schema.gen.ts';
import { watchHeader } from './header.ts';
import { watchHearts } from './hearts.ts';
import { type Member, type MemberPlace, openMember, startMember } from './member.ts';
import { watchTicketing } from './ticketing.ts';

let opened: Member | undefined;
let listeners: (() => void)[] = [];

/** Opens the member area, once; later calls are given the same one. */
export function memberOf(area: MemberArea, place: MemberPlace): Member {
  if (opened === undefined) {
    opened = openMember(area, place);
    startMember(opened);
    // What a member changes of a page that is the same for everybody.
    watchHeader(opened);
    watchHearts(opened);
    watchTicketing(opened);
    for (const listener of listeners) listener();
    listeners = [];
  }
  return opened;
}

/** The member area, if it is open. */
export const openedMember = (): Member | undefined => opened;

/** Calls `listener` when it is opened. */
export function onMemberOpened(listener: () => void): () => void {
  listeners.push(listener);
  return () => {
    listeners = listeners.filter((other) => other !== listener);
  };
}
