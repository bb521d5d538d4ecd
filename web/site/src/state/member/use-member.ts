// Hooks for the member area. On the server and while hydrating there is no member, so the HTML is the same for every visitor.

import type { MemberArea } from '@marquee/api/schema.gen.ts';
import type { Observable } from '@marquee/rules/cell.ts';
import type { MemberDetails } from '@marquee/rules/loyalty/calls/responses.ts';
import type { ErrorTextSettings } from '@marquee/rules/loyalty/calls/error-text.ts';
import { type Session, memberIn } from '@marquee/rules/loyalty/session/session.ts';
import { createContext, use, useSyncExternalStore } from 'react';
import { useLaterMessages } from '../later.ts';
import type { Member } from './member.ts';

const LOADING: Session = { kind: 'loading', record: undefined };
const subscribeToNothing = () => () => {};

interface MemberContextValue {
  readonly area: MemberArea;
  /** Undefined on the server and while hydrating. */
  readonly member: Member | undefined;
}

const MemberContext = createContext<MemberContextValue | null>(null);
export const MemberProvider = MemberContext;

function useMemberContext(): MemberContextValue {
  const context = use(MemberContext);
  if (context === null) throw new Error('useMemberContext outside of MemberProvider');
  return context;
}

/** The settings of the member area. */
export const useArea = (): MemberArea => useMemberContext().area;

/** The member area, for components that the server renders too. Undefined there and while hydrating. */
export const useMaybeMember = (): Member | undefined => useMemberContext().member;

/** The member area, for components that are rendered only in the browser. */
export function useMember(): Member {
  const { member } = useMemberContext();
  if (member === undefined) throw new Error('useMember before the member area is open');
  return member;
}

/** The settings for texts of failures: texts, provider, and whether the service's own texts are shown. */
export function useErrorTextSettings(): ErrorTextSettings {
  const { provider, originalMessages } = useArea();
  return { texts: useLaterMessages().calls, provider, original: originalMessages };
}

/** The session. `loading` on the server and while hydrating. */
export function useSession(member: Member | undefined): Session {
  return useSyncExternalStore(
    member?.machine.subscribe ?? subscribeToNothing,
    () => member?.machine.get() ?? LOADING,
    () => LOADING,
  );
}

/** The number of sessions that ended while the page was open. */
export function useSignOutCount(member: Member | undefined): number {
  return useSyncExternalStore(
    member?.machine.signOuts.subscribe ?? subscribeToNothing,
    () => member?.machine.signOuts.get() ?? 0,
    () => 0,
  );
}

/** The current value of a machine or cell. */
export function useObservable<T>(observable: Observable<T>): T {
  return useSyncExternalStore(observable.subscribe, observable.get, observable.get);
}

/** The details of the signed-in member; empty if nobody is signed in. */
export const useMemberDetails = (): MemberDetails => memberIn(useSession(useMaybeMember())) ?? {};
