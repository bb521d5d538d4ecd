// Uploads: the button, the drop of files, and the list with its progress.

import { useEffect, useRef, useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import { type EditorMessages, useFormats, useMessages } from '../state/messages.ts';
import { uploadErrorText } from '../state/media/library.ts';
import { type Medium, isVideo } from '../state/media/filters.ts';
import type { StoredFile, Upload, UploadQueue } from '../state/media/queue.ts';
import { Button, IconButton } from './Button.tsx';
import { Icon } from './Icon.tsx';
import styles from './Pictures.module.css';

const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];
const VIDEO_TYPES = ['video/mp4'];

/** The media types that a button asks for. */
export const FILE_TYPES = { picture: PICTURE_TYPES, video: VIDEO_TYPES, all: [...PICTURE_TYPES, ...VIDEO_TYPES] } as const;

/** Pixels of the longer side below which a picture looks blurred in wide places. */
const SMALL_SIDE = 640;

/** A button that asks for files. */
export function UploadButton({
  queue,
  kind,
  look = 'line',
}: {
  readonly queue: UploadQueue;
  readonly kind: keyof typeof FILE_TYPES;
  readonly look?: 'solid' | 'line';
}) {
  const { media } = useMessages();
  return (
    <FileTrigger acceptedFileTypes={FILE_TYPES[kind]} allowsMultiple onSelect={(files) => queue.add([...(files ?? [])])}>
      <Button look={look} icon="upload">
        {media.upload()}
      </Button>
    </FileTrigger>
  );
}

/** Takes files that are dropped anywhere in the window while it is shown. */
export function DropTarget({ queue }: { readonly queue: UploadQueue }) {
  const { media } = useMessages();
  const [isOver, setOver] = useState(false);
  // Each element that the pointer enters sends an event, and one when it is left.
  const depth = useRef(0);
  useEffect(() => {
    const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') === true;
    const move = (by: number) => (event: DragEvent) => {
      if (!hasFiles(event)) return;
      depth.current += by;
      setOver(depth.current > 0);
    };
    const [enter, leave] = [move(1), move(-1)];
    const over = (event: DragEvent): void => {
      if (hasFiles(event)) event.preventDefault();
    };
    const drop = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      depth.current = 0;
      setOver(false);
      queue.add([...(event.dataTransfer?.files ?? [])]);
    };
    addEventListener('dragenter', enter);
    addEventListener('dragleave', leave);
    addEventListener('dragover', over);
    addEventListener('drop', drop);
    return () => {
      removeEventListener('dragenter', enter);
      removeEventListener('dragleave', leave);
      removeEventListener('dragover', over);
      removeEventListener('drop', drop);
    };
  }, [queue]);
  if (!isOver) return null;
  return (
    <div className={styles['drop']}>
      <Icon name="upload" />
      {media.drop()}
    </div>
  );
}

const isAny = (): boolean => true;

/** The uploads of this page. `onShow` selects a stored picture or video; those that are not offered cannot be selected here. */
export function UploadList({
  uploads,
  queue,
  onShow,
  isOffered = isAny,
}: {
  readonly uploads: readonly Upload[];
  readonly queue: UploadQueue;
  readonly onShow: (source: string) => void;
  readonly isOffered?: (medium: Medium) => boolean;
}) {
  const { media } = useMessages();
  if (uploads.length === 0) return null;
  const hasEnded = uploads.some(({ status }) => status === 'done' || status === 'failed');
  const isBusy = uploads.some(({ status }) => status === 'waiting' || status === 'sending');
  return (
    <section className={styles['uploads']} aria-label={media.uploads()}>
      <header className={styles['uploadsHead']}>
        <div>
          <h2>{media.uploads()}</h2>
          {isBusy && (
            <p>
              <Progress queue={queue} /> {media.uploadsLead()}
            </p>
          )}
        </div>
        {hasEnded && (
          <Button look="ghost" size="small" onPress={() => queue.clear()}>
            {media.clear()}
          </Button>
        )}
      </header>
      <ul>
        {uploads.map((upload) => (
          <UploadRow key={upload.id} upload={upload} queue={queue} onShow={onShow} isOffered={isOffered} />
        ))}
      </ul>
    </section>
  );
}

/** How much of the files is sent, and how long the rest takes. */
function Progress({ queue }: { readonly queue: UploadQueue }) {
  const { media } = useMessages();
  const { bytes, duration } = useFormats();
  const { sentBytes, totalBytes, secondsLeft } = queue.progress();
  const words = { sent: bytes(sentBytes), total: bytes(totalBytes) };
  return secondsLeft === undefined ? media.sentOf(words) : media.timeLeft({ ...words, left: duration(secondsLeft) });
}

/** What became of a stored file. */
function storedText({ medium, isKnown }: StoredFile, { media }: EditorMessages): string {
  if (isVideo(medium)) return isKnown ? media.knownVideo() : media.stored();
  if (isKnown) return media.known();
  const { width, height } = medium;
  return Math.max(width, height) < SMALL_SIDE ? media.small({ width, height }) : media.stored();
}

function UploadRow({
  upload: { id, file, status, sent, error, result },
  queue,
  onShow,
  isOffered,
}: {
  readonly upload: Upload;
  readonly queue: UploadQueue;
  readonly onShow: (source: string) => void;
  readonly isOffered: (medium: Medium) => boolean;
}) {
  const messages = useMessages();
  const { media } = messages;
  const { name } = file;
  const text = {
    waiting: () => media.waiting(),
    sending: () => (sent < 1 ? media.sending({ percent: Math.floor(sent * 100) }) : media.processing()),
    done: () => (result === undefined ? media.stored() : storedText(result, messages)),
    failed: () => uploadErrorText(error, messages, file),
  };
  return (
    <li className={styles['upload']}>
      <b>{name}</b>
      {status === 'sending' && <progress className={styles['bar']} value={sent} aria-label={media.progressOf({ name })} />}
      <p role={status === 'sending' ? undefined : 'status'} className={status === 'failed' ? styles['failed'] : undefined}>
        {text[status]()}
      </p>
      <span className={styles['actions']}>
        {status === 'failed' && (
          <Button size="small" onPress={() => queue.retry(id)} aria-label={media.retryOf({ name })}>
            {media.retry()}
          </Button>
        )}
        {result !== undefined && isOffered(result.medium) && (
          <Button
            size="small"
            onPress={() => onShow(result.medium.source)}
            aria-label={result.isKnown ? media.takeOf({ name }) : media.showOf({ name })}
          >
            {result.isKnown ? media.takeIt() : media.show()}
          </Button>
        )}
        {status !== 'sending' && <IconButton icon="close" label={media.removeOf({ name })} onPress={() => queue.remove(id)} />}
      </span>
    </li>
  );
}
