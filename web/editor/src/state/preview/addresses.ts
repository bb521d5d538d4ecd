// Addresses under which the server shows the draft or a version.

import type { PreviewAddress } from '@marquee/api/editor.gen.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../api/client.ts';
import { useOpenSite } from '../drafts.ts';

/** How long an address is used, in milliseconds. It is valid for 12 hours. */
const USE_TIME = 6 * 3600 * 1000;

/** How many days a shared address is valid. */
const SHARED_DAYS = 7;

/** The address of the draft, or of a version; it ends with a slash. Undefined while it is loaded, and if `isNeeded` is false. */
export function usePreviewAddress(revision?: number, isNeeded: boolean = true): string | undefined {
  const { site } = useOpenSite();
  const { data, error } = useQuery({
    queryKey: ['preview', site.key, revision ?? 'draft'],
    queryFn: () => call<PreviewAddress>('GET', `${site.key}/preview${revision === undefined ? '' : `?revision=${revision}`}`),
    retry: 1,
    staleTime: USE_TIME,
    refetchInterval: USE_TIME,
    enabled: isNeeded,
  });
  // Without an address of the draft, the published site is styled by messages.
  return data?.address ?? (error === null || revision !== undefined ? undefined : `${site.origin}/`);
}

/** A new address of the draft for other people. */
export const sharedAddress = (site: string): Promise<PreviewAddress> =>
  call<PreviewAddress>('GET', `${site}/preview?days=${SHARED_DAYS}`);

/** The address of a preview in a language: the prefix comes before the path of the preview. */
export function withPrefix(address: string, prefix: string): string {
  const { origin, pathname } = new URL(address);
  return origin + prefix + pathname;
}
