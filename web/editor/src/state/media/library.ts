// The picture library of the open site.

import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { EditorPicture, EditorPictures } from '@marquee/api/editor.gen.ts';
import { ApiError, call } from '../api/client.ts';
import { uploadPicture } from '../api/upload.ts';
import { useOpenSite } from '../drafts.ts';
import { errorText } from '../errors.ts';
import type { EditorMessages } from '../messages.ts';
import { type Upload, UploadQueue } from './queue.ts';

const keyOf = (site: string): readonly string[] => ['media', site];

/** The pictures of the open site, in the order of their references. */
export function usePictures() {
  const { site } = useOpenSite();
  return useQuery({
    queryKey: keyOf(site.key),
    queryFn: async () => (await call<EditorPictures>('GET', `${site.key}/media`)).pictures,
  });
}

/** The queues of this page, by site. */
const queues = new Map<string, UploadQueue>();

function queueOf(site: string, client: QueryClient): UploadQueue {
  const known = queues.get(site);
  if (known !== undefined) return known;
  const queue = new UploadQueue({
    send: (file, onProgress) => uploadPicture(site, file, onProgress),
    onStored({ picture }) {
      client.setQueryData<readonly EditorPicture[]>(keyOf(site), (pictures) =>
        pictures === undefined || pictures.some(({ source }) => source === picture.source) ? pictures : [picture, ...pictures],
      );
    },
  });
  queues.set(site, queue);
  return queue;
}

/** The uploads to the open site. */
export function useUploads(): readonly [uploads: readonly Upload[], queue: UploadQueue] {
  const { site } = useOpenSite();
  const queue = queueOf(site.key, useQueryClient());
  return [useSyncExternalStore(queue.subscribe, queue.uploads), queue];
}

/** Why an upload failed, and what to do. */
export function uploadErrorText(error: unknown, messages: EditorMessages): string {
  const status = error instanceof ApiError ? error.status : 0;
  if (status === 413) return messages.media.tooLarge();
  if (status === 422) return messages.media.unreadable();
  return errorText(error, messages);
}
