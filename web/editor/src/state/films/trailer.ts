// Addresses of trailers, as the server recognizes them (`Trailer::from_address`).

import { isRecord, text } from '@marquee/api/json.ts';
import type { Trailer } from '@marquee/api/editor.gen.ts';
import { hasPlainHost } from '@marquee/rules/web-address.ts';
import { isVideoReference } from '../media/filters.ts';

const YOUTUBE = /^[\w-]{11}$/;

/** The trailer that is a video of the media library, or at an address of YouTube, Vimeo or an `.mp4` file; else undefined. */
export function trailerOf(address: string): Trailer | undefined {
  if (isVideoReference(address.trim())) return { kind: 'file', id: address.trim() };
  const url = URL.canParse(address.trim()) ? new URL(address.trim()) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) return undefined;
  const last = url.pathname.split('/').findLast((segment) => segment !== '') ?? '';
  const video = (id: string): Trailer | undefined => (YOUTUBE.test(id) ? { kind: 'youtube', id } : undefined);
  switch (url.hostname.replace(/^(?:www\.)+/, '')) {
    case 'youtu.be':
      return video(last);
    case 'youtube.com':
    case 'm.youtube.com':
    case 'youtube-nocookie.com':
      return video(url.searchParams.get('v') ?? last);
    case 'vimeo.com':
    case 'player.vimeo.com':
      return /^\d+$/.test(last) ? { kind: 'vimeo', id: last } : undefined;
    default:
      return last.endsWith('.mp4') && hasPlainHost(url) ? { kind: 'file', id: url.href } : undefined;
  }
}

/** The address of a trailer; empty without one. */
export function trailerAddress(trailer: unknown): string {
  const { kind, id } = isRecord(trailer) ? trailer : {};
  if (kind === 'youtube') return `https://www.youtube.com/watch?v=${text(id)}`;
  return kind === 'vimeo' ? `https://vimeo.com/${text(id)}` : text(id);
}
