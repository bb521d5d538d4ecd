import { useDeferredValue, useState } from 'react';
import { type Medium, isFound, isVideo } from '../state/media/filters.ts';
import { usePictures, useUploads, useVideos } from '../state/media/library.ts';
import { useMessages } from '../state/messages.ts';
import { useOpenSite } from '../state/drafts.ts';
import { can } from '../state/roles.ts';
import { Button } from './Button.tsx';
import { ErrorScreen } from './ErrorScreen.tsx';
import { SearchField } from './Field.tsx';
import { MediaGrid } from './MediaGrid.tsx';
import { Dialog } from './Overlay.tsx';
import { Empty, Skeleton } from './Surface.tsx';
import { DropTarget, UploadButton, UploadList } from './Uploads.tsx';
import styles from './Pictures.module.css';

/** What the dialog says, of pictures or of videos. */
function useWords(kind: 'picture' | 'video') {
  const { media } = useMessages();
  if (kind === 'video')
    return {
      title: media.chooseVideo(),
      take: media.takeVideo(),
      none: media.noVideos(),
      noneText: media.noVideosText(),
      list: media.videos(),
    };
  return { title: media.choose(), take: media.use(), none: media.none(), noneText: media.noneText(), list: media.pictures() };
}

/** The pictures or the videos of the open site. */
function useMedia(kind: 'picture' | 'video') {
  const [pictures, videos] = [usePictures(), useVideos()];
  const { error, refetch } = pictures;
  const data: readonly Medium[] | undefined = kind === 'video' ? videos.data : pictures.data;
  return { data, error, refetch };
}

const isOfKind =
  (kind: 'picture' | 'video') =>
  (medium: Medium): boolean =>
    isVideo(medium) === (kind === 'video');

/** A dialog that chooses a picture or video of the library, or uploads one. `onChoose` gets its reference. */
export function MediaPicker({
  kind = 'picture',
  value,
  onChoose,
  onClose,
}: {
  readonly kind?: 'picture' | 'video';
  readonly value?: string | undefined;
  readonly onChoose: (source: string) => void;
  readonly onClose: () => void;
}) {
  const { media, common } = useMessages();
  const words = useWords(kind);
  const { site } = useOpenSite();
  const [selected, setSelected] = useState(value);
  const [query, setQuery] = useState('');
  const found = useDeferredValue(query.trim().toLowerCase());
  const { data, error, refetch } = useMedia(kind);
  const [uploads, queue] = useUploads();
  const mayUpload = can(site, 'editSite');
  const chosen = data?.find(({ source }) => source === selected);
  const choose = (): void => {
    if (chosen !== undefined) onChoose(chosen.source);
    onClose();
  };
  return (
    <Dialog
      title={words.title}
      size="wide"
      onClose={onClose}
      foot={
        <>
          <Button onPress={onClose}>{common.cancel()}</Button>
          <Button look="solid" isDisabled={chosen === undefined} onPress={choose}>
            {words.take}
          </Button>
        </>
      }
    >
      <div className={styles['picker']}>
        {mayUpload && <DropTarget queue={queue} />}
        <div className={styles['pickerTools']}>
          <SearchField label={media.find()} value={query} onChange={setQuery} isAutoFocused />
          {mayUpload && <UploadButton queue={queue} kind={kind} />}
        </div>
        <UploadList uploads={uploads} queue={queue} onShow={setSelected} isOffered={isOfKind(kind)} />
        {data === undefined ? (
          error === null ? (
            <Skeleton label={common.loading()} />
          ) : (
            <ErrorScreen error={error} onRetry={() => void refetch()} />
          )
        ) : data.length === 0 ? (
          <Empty title={words.none}>{words.noneText}</Empty>
        ) : (
          <MediaGrid
            label={words.list}
            media={data.filter((medium) => isFound(medium, found))}
            selected={selected}
            onSelect={setSelected}
          />
        )}
      </div>
    </Dialog>
  );
}
