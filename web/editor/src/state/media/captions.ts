// The captions of the videos of the media library.

import { useQueryClient } from '@tanstack/react-query';
import { field, text } from '@marquee/api/json.ts';
import type { EditorCaptions, EditorPictures, EditorVideo } from '@marquee/api/editor.gen.ts';
import { EDITOR_API_PREFIX } from '@marquee/rules/paths.gen.ts';
import { ApiError, call, callText } from '../api/client.ts';
import { uploadCaptions } from '../api/upload.ts';
import { useOpenSite } from '../drafts.ts';
import { errorText } from '../errors.ts';
import type { EditorMessages } from '../messages.ts';
import { keyOfLibrary } from './library.ts';

/** Maximum number of bytes of a file with captions, as on the server (`MAX_CAPTIONS_BYTES`). */
const MAX_BYTES = 512 * 1024;

/** How the names of files with captions end, and their media type. */
export const CAPTION_TYPES = ['.vtt', '.srt', 'text/vtt'] as const;

const pathOf = (site: string, source: string, locale: string): string =>
  `${site}/media/video/captions?${new URLSearchParams({ source, locale })}`;

/** The address of captions for the player and for a link; it changes with their text. */
export const captionsAddress = (site: string, { source }: EditorVideo, { locale, textId }: EditorCaptions): string =>
  `${EDITOR_API_PREFIX}${pathOf(site, source, locale)}&${new URLSearchParams({ id: textId })}`;

/** Functions that store and remove the captions of a video of the open site. */
export function useCaptionChanges({ source }: EditorVideo) {
  const { site } = useOpenSite();
  const client = useQueryClient();
  const refresh = (): Promise<void> => client.invalidateQueries({ queryKey: keyOfLibrary(site.key) });
  const save = async (locale: string, file: File): Promise<void> => {
    if (file.size > MAX_BYTES) throw new ApiError(413, undefined);
    await uploadCaptions(site.key, source, locale, file);
    await refresh();
  };
  return {
    save,
    /** Stores captions that were removed, unless the language has others by now: returns whether it did. */
    async restore(locale: string, file: File): Promise<boolean> {
      await refresh();
      const library = client.getQueryData<EditorPictures>(keyOfLibrary(site.key));
      const video = library?.videos.find((candidate) => candidate.source === source);
      if (video?.captions.some((captions) => captions.locale === locale) === true) return false;
      await save(locale, file);
      return true;
    },
    /** Returns what was removed, to store it again. */
    async remove({ locale, file }: EditorCaptions): Promise<File> {
      const path = pathOf(site.key, source, locale);
      const removed = new File([await callText(path)], file.name);
      try {
        await call<EditorVideo>('DELETE', path);
      } finally {
        await refresh();
      }
      return removed;
    },
  };
}

/** Why captions were not stored, and what to do. */
export function captionsErrorText(error: unknown, messages: EditorMessages): string {
  const { media } = messages;
  if (!(error instanceof ApiError)) return errorText(error, messages);
  if (error.status === 413) return media.captionsTooLarge();
  if (error.status === 507) return media.quotaFull();
  switch (error.code) {
    case 'notUtf8':
      return media.captionsEncoding();
    case 'line':
      return media.captionsLine({ line: text(field(error.body, 'line')) });
    case 'empty':
      return media.captionsEmpty();
    case 'backwards':
      return media.captionsBackwards({ line: text(field(error.body, 'line')) });
    default:
      return errorText(error, messages);
  }
}
