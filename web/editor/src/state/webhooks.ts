// The webhooks of the open site: addresses of programs that are told when the program changes.

import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type {
  EditorWebhook,
  EditorWebhooks,
  WebhookMessage,
  WebhookMessages,
  WebhookSecret,
  WebhookSettings,
} from '@marquee/api/editor.gen.ts';
import { call } from './api/client.ts';
import { useOpenSite } from './drafts.ts';
import type { EditorMessages } from './messages.ts';

/** How often webhooks and messages are read again while a message waits, and otherwise, in milliseconds. */
const WAITING_REFRESH = 3_000;
const REFRESH = 60_000;

/** Why a message was not accepted, in words; empty if nothing went wrong. */
export function failureOf({ status, problem, error = '' }: WebhookMessage, words: EditorMessages['webhooks']): string {
  if (error === '') return '';
  if (problem !== undefined && problem !== 'status') return words.problems[problem]();
  return status === undefined ? words.notDelivered({ reason: error }) : words.status({ status });
}

const webhooksPath = (site: string): string => `${site}/webhooks`;
const webhookPath = (site: string, id: string): string => `${webhooksPath(site)}/${encodeURIComponent(id)}`;

/** The webhooks of the open site, the oldest first. */
export function useWebhooks() {
  const { site } = useOpenSite();
  return useQuery({
    queryKey: ['webhooks', site.key],
    queryFn: () => call<EditorWebhooks>('GET', webhooksPath(site.key)),
    refetchInterval: ({ state }) => (state.data?.webhooks.some(({ waiting }) => waiting > 0) === true ? WAITING_REFRESH : REFRESH),
  });
}

/** The messages of a webhook, the newest first. */
export function useWebhookMessages(webhook: string) {
  const { site } = useOpenSite();
  return useInfiniteQuery({
    queryKey: ['webhooks', site.key, webhook],
    queryFn: ({ pageParam }) =>
      call<WebhookMessages>('GET', `${webhookPath(site.key, webhook)}/messages${pageParam === '' ? '' : `?before=${pageParam}`}`),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    refetchInterval: WAITING_REFRESH,
  });
}

export const addWebhook = (site: string, address: string): Promise<WebhookSecret> =>
  call('POST', webhooksPath(site), { address, isOn: true } satisfies WebhookSettings);

export const switchWebhook = (site: string, { id, address }: EditorWebhook, isOn: boolean): Promise<EditorWebhooks> =>
  call('PUT', webhookPath(site, id), { address, isOn } satisfies WebhookSettings);

export const removeWebhook = (site: string, { id }: EditorWebhook): Promise<void> => call('DELETE', webhookPath(site, id));

export const replaceSecret = (site: string, { id }: EditorWebhook): Promise<WebhookSecret> =>
  call('POST', `${webhookPath(site, id)}/secret`);

export const testWebhook = (site: string, { id }: EditorWebhook): Promise<WebhookMessages> =>
  call('POST', `${webhookPath(site, id)}/test`);

export const resendMessage = (site: string, { id }: EditorWebhook, message: WebhookMessage): Promise<WebhookMessages> =>
  call('POST', `${webhookPath(site, id)}/messages/${encodeURIComponent(message.id)}`);

/** The host of an address, by which people know the program. */
export function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : address;
}
