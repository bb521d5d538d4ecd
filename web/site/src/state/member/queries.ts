// Queries and actions of the member area. Responses are cached while the page is open and fetched again after a change.

import { type Failure, isSuccess } from '@marquee/rules/loyalty/calls/responses.ts';
import type { Call, Result } from '@marquee/api/call.ts';
import { isRecord } from '@marquee/api/json.ts';
import { memberIdIn } from '@marquee/rules/loyalty/session/session.ts';
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { createElement, useState, type ReactNode } from 'react';
import { useLaterMessages } from '../later.ts';
import type { Member } from './member.ts';
import { refusedCallText } from './refused-call-text.ts';
import { useMaybeMember, useMember, useSession, useErrorTextSettings } from './use-member.ts';

/** How long a response is fresh, in ms. */
const STALE_AFTER_MS = 60_000;

const client = new QueryClient({
  defaultOptions: { queries: { staleTime: STALE_AFTER_MS, retry: 1, networkMode: 'always', refetchOnWindowFocus: false } },
});

let observedMember: Member | undefined;

/** Removes the cached responses when the member signs out, and fetches those again that another tab changed. */
export function followTabs(member: Member): void {
  if (member === observedMember) return;
  observedMember = member;
  const { machine, tabs } = member;
  machine.signOuts.subscribe(() => client.clear());
  tabs.listen((message) => {
    if (message.kind === 'changed') for (const name of message.names) void client.invalidateQueries({ queryKey: [name] });
  });
}

export function MemberQueries({ children }: { children: ReactNode }) {
  return createElement(QueryClientProvider, { client }, children);
}

/** A call that failed. */
class CallError extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.kind);
    this.failure = failure;
  }
}

/** Sends a call and returns the response. Throws a `CallError` if the service refuses it or cannot be reached. */
async function sendCall<Value>({ send }: Member, call: Call<Value>, captcha?: string): Promise<Value> {
  let response: Value;
  try {
    response = await send(call, captcha);
  } catch {
    throw new CallError({ kind: 'unreachable' });
  }
  // Text has no code.
  if (!isRecord(response) || isSuccess(response)) return response;
  throw new CallError({ kind: 'refused', response });
}

/** Returns a function for the message of a failure: the message of the error code, or a network error (ERR-01 to ERR-03). */
export function useFailureText(): (failure: Failure) => string {
  const settings = useErrorTextSettings();
  const { common, password } = useLaterMessages();
  return (failure) =>
    failure.kind === 'refused'
      ? refusedCallText(failure.response, settings, common.somethingWrong(), password)
      : common.networkError();
}

const failureOf = (error: unknown): Failure => (error instanceof CallError ? error.failure : { kind: 'unreachable' });

/** The state of a query. */
export type QueryState<T> =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly failure: Failure; readonly text: string; readonly retry: () => void }
  | { readonly kind: 'ready'; readonly data: T; readonly isFetching: boolean };

const failed = (failure: Failure, textOf: (failure: Failure) => string, retry: () => void): QueryState<never> => ({
  kind: 'failed',
  failure,
  text: textOf(failure),
  retry,
});

/**
 * Fetches data of the signed-in member. `name` identifies the query: an action whose `changes` contain it causes a new fetch. `read`
 * parses the response and must be pure.
 */
export function useMemberQuery<Value, T>(name: string, call: Call<Value>, read: (response: Value) => T): QueryState<T> {
  const member = useMember();
  const session = useSession(member);
  const failureText = useFailureText();
  const id = memberIdIn(session);
  const result = useQuery({
    queryKey: [name, id, call.route],
    queryFn: () => sendCall(member, call),
    // While more data is fetched, the previous data stays visible, but never that of another member.
    placeholderData: (previous, query) => (query?.queryKey[1] === id ? previous : undefined),
  });
  if (result.status === 'pending') return { kind: 'loading' };
  if (result.status === 'error') return failed(failureOf(result.error), failureText, () => void result.refetch());
  return { kind: 'ready', data: read(result.data), isFetching: result.isFetching };
}

/** Fetches public data, which is the same for every visitor, once `call` is defined. */
function useOpenInBrowser<Value, T>(name: string, call: Call<Value> | undefined, read: (response: Value) => T): QueryState<T> {
  const member = useMaybeMember();
  const failureText = useFailureText();
  const result = useQuery({
    queryKey: [name],
    queryFn: () =>
      member === undefined || call === undefined ? Promise.reject(new CallError({ kind: 'unreachable' })) : sendCall(member, call),
    enabled: member !== undefined && call !== undefined,
  });
  if (result.status === 'pending') return { kind: 'loading' };
  if (result.status === 'error') return failed(failureOf(result.error), failureText, () => void result.refetch());
  return { kind: 'ready', data: read(result.data), isFetching: result.isFetching };
}

/** Fetches public data, for components that the server renders too. There the state is `loading`. */
export const usePublicQuery: typeof useOpenInBrowser = import.meta.env.SSR ? () => ({ kind: 'loading' }) : useOpenInBrowser;

/** The state of an action. */
export type ActionState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'busy' }
  | { readonly kind: 'failed'; readonly failure: Failure; readonly text: string };

/** The service's response if it refused the action, else undefined. */
export const refusalResponse = (state: ActionState): Result | undefined =>
  state.kind === 'failed' && state.failure.kind === 'refused' ? state.failure.response : undefined;

export interface Action {
  readonly state: ActionState;
  /**
   * Sends a call. Resolves to the response, or to undefined if the call failed. After a success the queries with the names in
   * `changes` are fetched again, and with `changesMember` the member too.
   */
  readonly run: <Value>(
    call: Call<Value>,
    options?: { readonly captcha?: string; readonly changes?: readonly string[]; readonly changesMember?: boolean },
  ) => Promise<Value | undefined>;
  readonly clear: () => void;
}

/** An action of a member or a guest, with the state of its last call. */
export function useAction(): Action {
  const member = useMaybeMember();
  const failureText = useFailureText();
  const [state, setState] = useState<ActionState>({ kind: 'idle' });
  return {
    state,
    clear: () => setState({ kind: 'idle' }),
    run: async (call, { captcha, changes = [], changesMember = false } = {}) => {
      // Before hydration the browser submits forms itself.
      if (member === undefined) return undefined;
      setState({ kind: 'busy' });
      try {
        const response = await sendCall(member, call, captcha);
        await Promise.all(changes.map((name) => client.invalidateQueries({ queryKey: [name] })));
        if (changes.length > 0) member.tabs.post({ kind: 'changed', names: changes });
        if (changesMember) await member.machine.refreshUser();
        setState({ kind: 'idle' });
        return response;
      } catch (error) {
        const failure = failureOf(error);
        setState({ kind: 'failed', failure, text: failureText(failure) });
        return undefined;
      }
    },
  };
}
