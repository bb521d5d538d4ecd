import type { EditorCaptions, EditorVideo } from '@marquee/api/editor.gen.ts';
import { useCallback, useRef, useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import { Button, ButtonLink } from '../../parts/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { useFocusFallback } from '../../parts/use-focus-fallback.ts';
import { useAgo } from '../../state/clock.ts';
import { localesOf } from '../../state/content/languages.ts';
import { useDraft, useOpenSite } from '../../state/drafts.ts';
import { CAPTION_TYPES, captionsAddress, captionsErrorText, useCaptionChanges } from '../../state/media/captions.ts';
import { useFormats, useMessages } from '../../state/messages.ts';
import { can } from '../../state/roles.ts';
import { showToast } from '../../state/toasts.ts';
import styles from './Media.module.css';

/** The captions of a video in each language: a file for each. */
export function Captions({ video }: { readonly video: EditorVideo }) {
  const { media } = useMessages();
  const content = useDraft()?.content;
  const locales = [...new Set([...localesOf(content), ...video.captions.map(({ locale }) => locale)])];
  return (
    <section aria-label={media.captions()} className={styles['captions']}>
      <h3>{media.captions()}</h3>
      <p className={styles['quiet']}>{video.captions.length === 0 ? media.captionsNeeded() : media.captionsHint()}</p>
      <ul>
        {locales.map((locale) => (
          <li key={locale}>
            <CaptionsOfLanguage video={video} locale={locale} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Stores and removes the captions in a language, and says how that went. */
function useCaptionWork(video: EditorVideo, locale: string) {
  const messages = useMessages();
  const { media, common } = messages;
  const { save, restore, remove } = useCaptionChanges(video);
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const change = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setFault(undefined);
    try {
      await work();
    } catch (error) {
      setFault(captionsErrorText(error, messages));
    }
    setBusy(false);
  };
  const undo = (file: File): Promise<void> =>
    change(async () => {
      showToast((await restore(locale, file)) ? common.undone() : media.captionsNewer());
    });
  return {
    isBusy,
    fault,
    store: (file: File): Promise<void> =>
      change(async () => {
        await save(locale, file);
        showToast(media.captionsStored());
      }),
    removeThem: (stored: EditorCaptions): Promise<void> =>
      change(async () => {
        const file = await remove(stored);
        showToast(media.removed(), { label: common.undo(), onAction: () => void undo(file) });
      }),
  };
}

function CaptionsOfLanguage({ video, locale }: { readonly video: EditorVideo; readonly locale: string }) {
  const { media } = useMessages();
  const { language: nameOf } = useFormats();
  const ago = useAgo();
  const { site } = useOpenSite();
  const captions = video.captions.find((candidate) => candidate.locale === locale);
  const { isBusy, fault, store, removeThem } = useCaptionWork(video, locale);
  const language = nameOf(locale);
  const mayEdit = can(site, 'editSite');
  const row = useRef<HTMLDivElement>(null);
  const focusUpload = useCallback(() => row.current?.querySelector('button')?.focus(), []);
  return (
    <div ref={row} className={styles['language']}>
      <p>
        <b>{language}</b>
        <span className={styles['quiet']}>
          {captions === undefined ? media.captionsNone() : [captions.file.name, ago(captions.file.at)].filter(Boolean).join(', ')}
        </span>
      </p>
      {mayEdit && (
        <FileTrigger
          acceptedFileTypes={CAPTION_TYPES}
          onSelect={(files) => {
            const file = files?.[0];
            if (file !== undefined) void store(file);
          }}
        >
          <Button
            size="small"
            icon="upload"
            isBusy={isBusy}
            aria-label={captions === undefined ? media.captionsUploadOf({ language }) : media.captionsReplaceOf({ language })}
          >
            {captions === undefined ? media.upload() : media.replace()}
          </Button>
        </FileTrigger>
      )}
      {captions !== undefined && (
        <ButtonLink
          size="small"
          look="ghost"
          icon="download"
          aria-label={media.captionsDownloadOf({ language })}
          href={captionsAddress(site.key, video, captions)}
          download={`${captions.file.name.replace(/\.[^.]*$/, '') || video.source}.vtt`}
        >
          {media.captionsDownload()}
        </ButtonLink>
      )}
      {captions !== undefined && mayEdit && (
        <RemoveCaptions
          label={media.captionsRemoveOf({ language })}
          isBusy={isBusy}
          onRemove={() => void removeThem(captions)}
          onRemoved={focusUpload}
        />
      )}
      {fault !== undefined && (
        <p role="alert" className={styles['fault']}>
          <Icon name="warning" small />
          {fault}
        </p>
      )}
    </div>
  );
}

/** A button that goes away with the captions; the focus goes on to what is left. */
function RemoveCaptions({
  label,
  isBusy,
  onRemove,
  onRemoved,
}: {
  readonly label: string;
  readonly isBusy: boolean;
  readonly onRemove: () => void;
  readonly onRemoved: () => void;
}) {
  const { media } = useMessages();
  return (
    <span ref={useFocusFallback<HTMLSpanElement>(onRemoved)}>
      <Button size="small" look="ghost" icon="trash" isDanger isBusy={isBusy} aria-label={label} onPress={onRemove}>
        {media.remove()}
      </Button>
    </span>
  );
}
