// The media library of the open site.

import { type QueryClient, useIsMutating, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import type { EditorPicture, EditorPictures, EditorVideo, FetchedPictures } from '@marquee/api/editor.gen.ts';
import { ApiError, call } from '../api/client.ts';
import { replaceMedium, uploadPicture, uploadVideo } from '../api/upload.ts';
import { useDraft, useOpenSite } from '../drafts.ts';
import { errorText } from '../errors.ts';
import type { EditorMessages } from '../messages.ts';
import { isVideo, isVideoFile } from './filters.ts';
import { MAX_BYTES, MAX_VIDEO_BYTES, type StoredFile, type Upload, UploadQueue } from './queue.ts';

/** The key of the library of a site among the queries. */
export const keyOfLibrary = (site: string): readonly string[] => ['media', site];

function useLibrary<Part>(select: (library: EditorPictures) => Part) {
  const { site } = useOpenSite();
  return useQuery({ queryKey: keyOfLibrary(site.key), queryFn: () => call<EditorPictures>('GET', `${site.key}/media`), select });
}

const picturesOf = ({ pictures }: EditorPictures): readonly EditorPicture[] => pictures;
const videosOf = ({ videos }: EditorPictures): readonly EditorVideo[] => videos;
const filmPicturesOf = ({ filmPictures }: EditorPictures): number => filmPictures;
const storageOf = ({ usedBytes, quotaBytes }: EditorPictures) => ({ used: usedBytes, quota: quotaBytes });

/** The pictures of the open site, in the order of their references. */
export const usePictures = () => useLibrary(picturesOf);

/** The videos of the open site, the newest first. */
export const useVideos = () => useLibrary(videosOf);

/** Bytes of the uploads of the open site, and how many are allowed. */
export const useStorage = () => useLibrary(storageOf).data;

/** Reads the library again when the draft has changed, because its places have. */
export function useFreshPlaces(): void {
  const { site } = useOpenSite();
  const client = useQueryClient();
  const version = useDraft()?.server.version;
  useEffect(() => {
    if (version !== undefined) void client.invalidateQueries({ queryKey: keyOfLibrary(site.key) });
  }, [client, site.key, version]);
}

/**
 * Refuses a file that the server would refuse, before it is sent: a server that ends the connection of a long upload early seems to
 * be out of reach.
 */
async function refuseUnusable(file: File): Promise<void> {
  const isOfVideo = isVideoFile(file);
  if (file.size > (isOfVideo ? MAX_VIDEO_BYTES : MAX_BYTES)) throw new ApiError(413, undefined);
  // How MP4 files begin.
  if (isOfVideo && (await file.slice(4, 8).text()) !== 'ftyp') throw new ApiError(422, undefined);
}

async function sendFile(site: string, file: File, onProgress: (sent: number) => void): Promise<StoredFile> {
  await refuseUnusable(file);
  if (isVideoFile(file)) {
    const { video, isKnown } = await uploadVideo(site, file, onProgress);
    return { medium: video, isKnown };
  }
  const { picture, isKnown } = await uploadPicture(site, file, onProgress);
  return { medium: picture, isKnown };
}

/** The queues of this page, by site. */
const queues = new Map<string, UploadQueue>();

function queueOf(site: string, client: QueryClient): UploadQueue {
  const known = queues.get(site);
  if (known !== undefined) return known;
  const queue = new UploadQueue({
    send: (file, onProgress) => sendFile(site, file, onProgress),
    async onStored({ medium }) {
      const queryKey = keyOfLibrary(site);
      // A response on its way was written before the upload, and would remove the file from the list.
      await client.cancelQueries({ queryKey });
      client.setQueryData<EditorPictures>(queryKey, (library) => {
        if (library === undefined) return library;
        const { pictures, videos } = library;
        if ([...pictures, ...videos].some(({ source }) => source === medium.source)) return library;
        return isVideo(medium) ? { ...library, videos: [medium, ...videos] } : { ...library, pictures: [medium, ...pictures] };
      });
      void client.invalidateQueries({ queryKey });
    },
    now: () => Date.now(),
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

/** Number of posters and stills of films that the open site does not have; undefined while it is loaded. */
export const useFilmPictures = (): number | undefined => useLibrary(filmPicturesOf).data;

/** Fetches all of them, with one request after the other. A picture that cannot be fetched is tried once. */
export async function fetchOfFilms(site: string): Promise<Pick<FetchedPictures, 'stored' | 'failed'>> {
  let [stored, failed, query] = [0, 0, ''];
  for (;;) {
    const part = await call<FetchedPictures>('POST', `${site}/media/films${query}`);
    stored += part.stored;
    failed += part.failed;
    if (part.last === undefined) return { stored, failed };
    query = `?${new URLSearchParams({ after: part.last })}`;
  }
}

/** Fetches the posters and stills of films that the open site does not have. It goes on when the screen is left. */
export function useFetchOfFilms() {
  const { site } = useOpenSite();
  const client = useQueryClient();
  const mutationKey = [...keyOfLibrary(site.key), 'films'];
  const { mutateAsync } = useMutation({
    mutationKey,
    mutationFn: () => fetchOfFilms(site.key),
    onSettled: () => client.invalidateQueries({ queryKey: keyOfLibrary(site.key) }),
  });
  return { isFetching: useIsMutating({ mutationKey }) > 0, fetchAll: mutateAsync };
}

/** Functions that replace, remove and restore a picture or video of the open site. */
export function useMediumChanges(kind: 'picture' | 'video') {
  const { site } = useOpenSite();
  const client = useQueryClient();
  const refresh = (): Promise<void> => client.invalidateQueries({ queryKey: keyOfLibrary(site.key) });
  return {
    async replace(source: string, file: File): Promise<void> {
      await refuseUnusable(file);
      await replaceMedium(site.key, kind, source, file);
      await refresh();
    },
    async restore(source: string): Promise<void> {
      try {
        await call<EditorPicture | EditorVideo>('POST', `${site.key}/media/${kind}/restore?${new URLSearchParams({ source })}`);
      } finally {
        await refresh();
      }
    },
    async remove(source: string): Promise<void> {
      try {
        await call<undefined>('DELETE', `${site.key}/media/${kind}?${new URLSearchParams({ source })}`);
      } finally {
        await refresh();
      }
    },
  };
}

/** Why an upload failed, and what to do. */
export function uploadErrorText(error: unknown, messages: EditorMessages, file: Pick<File, 'type' | 'name'>): string {
  const status = error instanceof ApiError ? error.status : 0;
  const { media } = messages;
  if (status === 413) return isVideoFile(file) ? media.tooLargeVideo() : media.tooLarge();
  if (status === 422) return isVideoFile(file) ? media.unreadableVideo() : media.unreadable();
  if (status === 507) return media.quotaFull();
  if (status === 429) return media.uploading();
  return errorText(error, messages);
}
