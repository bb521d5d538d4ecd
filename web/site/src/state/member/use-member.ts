// What components know of the member: there is none on the server and while hydrating, so that no page depends on who looks.

import type { MemberArea } from '@marquee/api/schema.gen.ts';
import type { Watched } from '@marquee/rules/cell.ts';
import type { MemberDetails } from '@marquee/rules/loyalty/calls/answers.ts';
import type { Voice } from '@marquee/rules/loyalty/calls/error-text.ts';
import { type Session, memberIn } from '@marquee/rules/loyalty/session/session-machine.ts';
import { createContext, use, useSyncExternalStore } from 'react';
import { localeOf } from '../../messages/messages.ts';
import { usePage } from '../page.ts';
import type { Member } from './member.ts';

const LOADING: Session = { kind: 'loading', record: undefined };
const never = () => () => {};

interface Here {
  readonly area: MemberArea;
  /** Nothing until the browser has taken over. */
  readonly member: Member | undefined;
}

const HereContext = createContext<Here | null>(null);
export const HereProvider = HereContext;

function useHere(): Here {
  const here = use(HereContext);
  if (here === null) throw new Error('useHere outside of HereProvider');
  return here;
}

/** How the site's loyalty programme is called. */
export const useArea = (): MemberArea => useHere().area;

/** The member area, in forms that the server renders too; nothing there. */
export const useMaybeMember = (): Member | undefined => useHere().member;

/** The member area, in components that are shown to members only. */
export function useMember(): Member {
  const { member } = useHere();
  if (member === undefined) throw new Error('useMember before the member area is open');
  return member;
}

/** How the site speaks of failures. */
export function useVoice(): Voice {
  const { provider, originalMessages } = useArea();
  return { locale: localeOf(usePage().context.intl.locale.short), provider, original: originalMessages };
}

/** Who is signed in. Loading on the server and while hydrating. */
export function useSession(member: Member | undefined): Session {
  return useSyncExternalStore(
    member?.machine.subscribe ?? never,
    () => member?.machine.get() ?? LOADING,
    () => LOADING,
  );
}

/** How many sessions ended while the page was open. */
export function useSignOuts(member: Member | undefined): number {
  return useSyncExternalStore(
    member?.machine.signOuts.subscribe ?? never,
    () => member?.machine.signOuts.get() ?? 0,
    () => 0,
  );
}

/** A value of one of the machines. */
export function useWatched<T>(watched: Watched<T>): T {
  return useSyncExternalStore(watched.subscribe, watched.get, watched.get);
}

/** What is known of the member who is signed in; nothing where nobody is. */
export const useDetails = (): MemberDetails => memberIn(useSession(useMaybeMember())) ?? {};
