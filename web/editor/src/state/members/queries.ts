// Requests of the members desk. Answers are in memory only, and for a short time: nothing of members stays on the device.

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { LoyaltyNumbers, LoyaltyRecords, MemberDesk, MemberProfileResponse } from '@marquee/api/editor.gen.ts';
import { call } from '../api/client.ts';
import { useOpenSite } from '../drafts.ts';
import { errorText } from '../errors.ts';
import { useMessages } from '../messages.ts';
import { type ToastAction, showToast } from '../toasts.ts';
import type { RecordKind } from './records.ts';

/** How long answers that are no longer shown stay in memory, in milliseconds. */
const KEPT = 60_000;
/** How long typing must pause before a search, in milliseconds. */
const PAUSE = 150;
const PAGE_SIZE = 30;

/** What was typed, after a pause. */
export function usePaused(typed: string): string {
  const [paused, setPaused] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(typed), PAUSE);
    return () => clearTimeout(timer);
  }, [typed]);
  return paused;
}

/** What the desk can do on this site. */
export function useDesk() {
  const { site } = useOpenSite();
  return useQuery({
    queryKey: ['member-desk', site.key],
    queryFn: () => call<MemberDesk>('GET', `${site.key}/members`),
    gcTime: KEPT,
  });
}

/** The members that match a text. */
export function useMemberSearch(words: string) {
  const { site } = useOpenSite();
  return useQuery({
    queryKey: ['member-search', site.key, words],
    queryFn() {
      const parameters = new URLSearchParams({ limit: String(PAGE_SIZE), ...(words === '' ? {} : { q: words }) });
      return call<LoyaltyRecords>('GET', `${site.key}/records/members?${parameters}`);
    },
    placeholderData: (previous) => previous,
    gcTime: KEPT,
  });
}

export function useProfile(id: string) {
  const { site } = useOpenSite();
  return useQuery({
    queryKey: ['member', site.key, id],
    queryFn: () => call<MemberProfileResponse>('GET', `${site.key}/members/${encodeURIComponent(id)}`),
    gcTime: KEPT,
  });
}

/** All records of a kind of which there are few. */
export function useRecords(kind: RecordKind) {
  const { site } = useOpenSite();
  return useQuery({
    queryKey: ['loyalty', site.key, kind],
    queryFn: () => call<LoyaltyRecords>('GET', `${site.key}/records/${kind}?limit=200`),
    gcTime: KEPT,
  });
}

/** How rewards and levels are used; undefined while it is loaded, and if the members are at another service. */
export function useLoyaltyNumbers(): LoyaltyNumbers | undefined {
  const { site } = useOpenSite();
  const { data: desk } = useDesk();
  const { data } = useQuery({
    queryKey: ['loyalty-numbers', site.key],
    queryFn: () => call<LoyaltyNumbers>('GET', `${site.key}/loyalty-numbers`),
    gcTime: KEPT,
    enabled: desk !== undefined && desk.mode !== 'upstream',
  });
  return data;
}

/** Reads the members again after a change. */
export function useRefresh(): () => void {
  const client = useQueryClient();
  return () => {
    for (const key of ['member', 'member-search', 'member-desk', 'loyalty', 'loyalty-numbers'])
      void client.invalidateQueries({ queryKey: [key] });
  };
}

/** Makes the action of a notice that sends a request which undoes a change, and reads the members again. */
export function useUndo(): (send: () => Promise<unknown>) => ToastAction {
  const messages = useMessages();
  const refresh = useRefresh();
  return (send) => ({
    label: messages.common.undo(),
    onAction: () =>
      void send()
        .then(() => showToast(messages.common.undone()))
        .catch((error: unknown) => showToast(errorText(error, messages)))
        .finally(refresh),
  });
}
