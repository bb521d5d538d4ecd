// The signed-in operator, and the questions that interrupt: signing in again, and the password before a sensitive change.

import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { ApiError, call, setSessionHooks } from './api/client.ts';
import { forgetBegunForms, forgetBegunSecrets } from './begun-forms.ts';
import type { EditorSession, OperatorAccount } from '@marquee/api/editor.gen.ts';
import type { SiteAccess } from './roles.ts';
import { valueStore } from './value-store.ts';

const SESSION = ['session'] as const;

/** The signed-in operator, with what they may do on each of their sites. */
export interface Session {
  readonly operator: OperatorAccount;
  readonly sites: readonly SiteAccess[];
  readonly mayCreateSites: boolean;
  /** How far the server's clock is ahead of the browser's, in milliseconds. */
  readonly clockOffset: number;
}

/** How far the server's clock is ahead, in whole seconds as milliseconds: requests take different times. */
export function clockOffset(serverNow: string, receivedAt: number): number {
  const offset = Date.parse(serverNow) - receivedAt;
  return Number.isNaN(offset) ? 0 : Math.round(offset / 1000) * 1000;
}

/** The session; null if nobody is signed in. */
export const useSession = () =>
  useQuery({
    queryKey: SESSION,
    queryFn: async ({ client }): Promise<Session | null> => {
      try {
        const session = await call<EditorSession>('GET', 'session');
        const { operator, sites, mayCreateSites, now } = session;
        return { operator, sites, mayCreateSites, clockOffset: clockOffset(now, Date.now()) };
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 401) throw error;
        // The screen stays, with a dialog to sign in again.
        const previous = client.getQueryData<Session | null>(SESSION) ?? null;
        if (previous !== null) interrupt();
        return previous;
      }
    },
    staleTime: 60_000,
  });

/** Reads the session again, after a sign-in or a change of the account. */
export function useRefreshSession(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: SESSION });
}

/** What interrupts the work: the session has ended, or the password is required. */
export type Interruption =
  | { readonly kind: 'signedOut' }
  | { readonly kind: 'password'; readonly answer: (isConfirmed: boolean) => void };

const interruption = valueStore<Interruption | undefined>(undefined);

export const useInterruption = (): Interruption | undefined => useSyncExternalStore(interruption.subscribe, interruption.value);

/** Ends an interruption. */
export function resume(isConfirmed: boolean): void {
  const current = interruption.value();
  interruption.set(undefined);
  if (current?.kind === 'password') current.answer(isConfirmed);
}

function interrupt(): void {
  forgetBegunSecrets();
  if (interruption.value() === undefined) interruption.set({ kind: 'signedOut' });
}

/** Signs out. */
export function useSignOut(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await call('POST', 'sign-out');
    forgetBegunForms();
    // Requests keep what they have sent, for example keys of feeds.
    client.getMutationCache().clear();
    // The query of the session stays, because the open screen watches it.
    client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION[0] });
    client.setQueryData(SESSION, null);
  };
}

export function watchSession(client: QueryClient): void {
  setSessionHooks(
    () => new Promise((answer) => interruption.set({ kind: 'password', answer })),
    () => {
      // Only a page that had a session asks to sign in again; others show the sign-in page.
      if (client.getQueryData(SESSION)) interrupt();
    },
  );
}
