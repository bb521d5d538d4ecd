// The versions that can be compared: the draft, the live site, and published versions by their numbers.

import type { Revision } from '@marquee/api/editor.gen.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../state/api/client.ts';
import type { DraftState } from '../../state/draft/machine.ts';
import { useOpenSite } from '../../state/drafts.ts';
import { namesOf, valueAt } from '../../state/pointer.ts';
import { usePreviewAddress } from '../../state/preview/addresses.ts';

export const DRAFT = 'draft';
export const LIVE = 'live';

/** Whether a version is one of the published ones before the live one. */
export const isStored = (id: string): boolean => id !== DRAFT && id !== LIVE;

/** The content of a version; undefined while it is loaded. */
export function useContent(id: string, state: DraftState) {
  const { site } = useOpenSite();
  const revision = useQuery({
    queryKey: ['revision', site.key, id],
    queryFn: () => call<Revision>('GET', `${site.key}/history/${id}`),
    enabled: isStored(id),
    staleTime: Infinity,
  });
  const content: unknown = id === DRAFT ? state.content : id === LIVE ? state.server.live : revision.data?.content;
  return { content, error: isStored(id) ? revision.error : null, refetch: revision.refetch };
}

/** The address under which a version is shown; undefined while it is loaded. */
export function useVersionAddress(id: string, { server }: DraftState): string | undefined {
  const { site } = useOpenSite();
  const number = id === DRAFT ? undefined : id === LIVE ? server.published?.number : Number(id);
  const isUnpublished = id !== DRAFT && number === undefined;
  const address = usePreviewAddress(number, !isUnpublished);
  return isUnpublished ? `${site.origin}/` : address;
}

/** The path of the page on which a change is seen; undefined for changes that are on every page. */
export function pathOfChange(pointer: string, content: unknown): string | undefined {
  const [section = '', id = ''] = namesOf(pointer);
  if (section === 'pages') return id.replace(/^\//, '');
  if (section === 'events') return id === '' ? 'events/' : `events/${id}-/`;
  if (section === 'eventOrder') return 'events/';
  if (section !== 'theaters') return undefined;
  const slug = valueAt(content, `/theaters/${id}/slug`);
  return typeof slug === 'string' && slug !== '' ? `theaters/${slug}/` : undefined;
}
