// What the member area fetches: each answer is kept for as long as the page is open, and asked for again after a change.

import { type Failure, answerOf, isSuccess } from '@marquee/rules/loyalty/calls/answers.ts';
import type { Call } from '@marquee/rules/loyalty/calls/calls.ts';
import { errorText } from '@marquee/rules/loyalty/calls/error-text.ts';
import { memberIdIn } from '@marquee/rules/loyalty/session/session-machine.ts';
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { createElement, useState, type ReactNode } from 'react';
import { useLater } from '../later.ts';
import type { Member } from './member.ts';
import { unbroken } from './unbroken.ts';
import { useMaybeMember, useMember, useSession, useVoice } from './use-member.ts';

/** How long an answer counts as new, in ms. */
const FRESH_MS = 60_000;

const client = new QueryClient({
  defaultOptions: { queries: { staleTime: FRESH_MS, retry: 1, networkMode: 'always', refetchOnWindowFocus: false } },
});

let followed: Member | undefined;

/** Removes the cached responses of a member who signed out, and reloads lists that another tab changed. */
export function followTabs(member: Member): void {
  if (member === followed) return;
  followed = member;
  const { machine, tabs } = member;
  machine.signOuts.subscribe(() => client.clear());
  tabs.listen((message) => {
    if (message.kind === 'changed') for (const name of message.names) void client.invalidateQueries({ queryKey: [name] });
  });
}

export function MemberQueries({ children }: { children: ReactNode }) {
  return createElement(QueryClientProvider, { client }, children);
}

/** A call that was not carried out: why. */
class NotDone extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.kind);
    this.failure = failure;
  }
}

/** Sends a call; rejects with why it was not carried out. */
async function done({ send }: Member, call: Call, captcha?: string): Promise<unknown> {
  let answer: unknown;
  try {
    answer = await send(call, captcha);
  } catch {
    throw new NotDone({ kind: 'unreachable' });
  }
  // A bare list has no code (WATCH-03); text and bytes have none either.
  if (isSuccess(answer) || Array.isArray(answer) || typeof answer !== 'object') return answer;
  throw new NotDone({ kind: 'refused', answer });
}

/** What is said of a failure: the catalogue's text with its code, or that nobody could be reached (ERR-01 to ERR-03). */
export function useFailureText(): (failure: Failure) => string {
  const voice = useVoice();
  const { common } = useLater();
  return (failure) => (failure.kind === 'refused' ? unbroken(errorText(answerOf(failure.answer), voice, common.somethingWrong())) : common.networkError());
}

const failureOf = (error: unknown): Failure => (error instanceof NotDone ? error.failure : { kind: 'unreachable' });

/** What a section shows of what it asked for. */
export type Fetched<T> =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly failure: Failure; readonly text: string; readonly retry: () => void }
  | { readonly kind: 'ready'; readonly data: T; readonly isFetching: boolean };

const failed = (failure: Failure, say: (failure: Failure) => string, retry: () => void): Fetched<never> => ({ kind: 'failed', failure, text: say(failure), retry });

/** Asks for something of the member who is signed in. `name` is what changes name to have it asked for anew; `read` must be pure. */
export function useFetched<T>(name: string, call: Call, read: (answer: unknown) => T): Fetched<T> {
  const member = useMember();
  const session = useSession(member);
  const say = useFailureText();
  const id = memberIdIn(session);
  const result = useQuery({
    queryKey: [name, id, call.route],
    queryFn: () => done(member, call),
    // More of the same does not take away what is there; what was another member's is never shown.
    placeholderData: (before, query) => (query?.queryKey[1] === id ? before : undefined),
  });
  if (result.status === 'pending') return { kind: 'loading' };
  if (result.status === 'error') return failed(failureOf(result.error), say, () => void result.refetch());
  return { kind: 'ready', data: read(result.data), isFetching: result.isFetching };
}

/** Asks for something that everybody may see, once there is a call: what is asked is the same whoever is signed in. */
function useOpenInBrowser<T>(name: string, call: Call | undefined, read: (answer: unknown) => T): Fetched<T> {
  const member = useMaybeMember();
  const say = useFailureText();
  const result = useQuery({
    queryKey: [name],
    queryFn: () => (member === undefined || call === undefined ? Promise.reject(new NotDone({ kind: 'unreachable' })) : done(member, call)),
    enabled: member !== undefined && call !== undefined,
  });
  if (result.status === 'pending') return { kind: 'loading' };
  if (result.status === 'error') return failed(failureOf(result.error), say, () => void result.refetch());
  return { kind: 'ready', data: read(result.data), isFetching: result.isFetching };
}

/** The same, in forms that the server renders too: loading there. */
export const useOpenFetched: typeof useOpenInBrowser = import.meta.env.SSR ? () => ({ kind: 'loading' }) : useOpenInBrowser;

/** How far something that a member does is. */
export type Doing = { readonly kind: 'idle' } | { readonly kind: 'busy' } | { readonly kind: 'failed'; readonly failure: Failure; readonly text: string };

/** What the service answered to what it refused; nothing where it did not. */
export const refusedAnswer = (state: Doing): unknown => (state.kind === 'failed' && state.failure.kind === 'refused' ? state.failure.answer : undefined);

export interface Action {
  readonly state: Doing;
  /** Carries a call out; its answer, or nothing when it failed. What `changes` names is asked for anew, the member too when told so. */
  readonly run: (call: Call, options?: { readonly captcha?: string; readonly changes?: readonly string[]; readonly changesMember?: boolean }) => Promise<unknown>;
  readonly clear: () => void;
}

/** Something that a member or a guest does: one at a time. */
export function useAction(): Action {
  const member = useMaybeMember();
  const say = useFailureText();
  const [state, setState] = useState<Doing>({ kind: 'idle' });
  return {
    state,
    clear: () => setState({ kind: 'idle' }),
    run: async (call, { captcha, changes = [], changesMember = false } = {}) => {
      // Before the browser has taken over, a form is sent by the browser itself.
      if (member === undefined) return undefined;
      setState({ kind: 'busy' });
      try {
        const answer = await done(member, call, captcha);
        await Promise.all(changes.map((name) => client.invalidateQueries({ queryKey: [name] })));
        if (changes.length > 0) member.tabs.post({ kind: 'changed', names: changes });
        if (changesMember) await member.machine.refreshUser();
        setState({ kind: 'idle' });
        return answer;
      } catch (error) {
        const failure = failureOf(error);
        setState({ kind: 'failed', failure, text: say(failure) });
        return undefined;
      }
    },
  };
}
