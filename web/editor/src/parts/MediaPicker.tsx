import { useDeferredValue, useState } from 'react';
import { isVideo, mediumName } from '../state/media/filters.ts';
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
  const { site } = useOpenSite();
  const [selected, setSelected] = useState(value);
  const [query, setQuery] = useState('');
  const found = useDeferredValue(query.trim().toLowerCase());
  const [pictures, videos] = [usePictures(), useVideos()];
  const { error, refetch } = pictures;
  const data = kind === 'video' ? videos.data : pictures.data;
  const [all, queue] = useUploads();
  // The queue is the same everywhere; what cannot be chosen here is not offered.
  const uploads = all.filter(({ result }) => result === undefined || isVideo(result.medium) === (kind === 'video'));
  const mayUpload = can(site, 'editSite');
  const choose = (): void => {
    if (selected === undefined) return;
    onChoose(selected);
    onClose();
  };
  const isChosen = data?.some(({ source }) => source === selected) === true;
  return (
    <Dialog
      title={kind === 'video' ? media.chooseVideo() : media.choose()}
      size="wide"
      onClose={onClose}
      foot={
        <>
          <Button onPress={onClose}>{common.cancel()}</Button>
          <Button look="solid" isDisabled={!isChosen} onPress={choose}>
            {kind === 'video' ? media.takeVideo() : media.use()}
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
        <UploadList uploads={uploads} queue={queue} onShow={setSelected} />
        {data === undefined ? (
          error === null ? (
            <Skeleton label={common.loading()} />
          ) : (
            <ErrorScreen error={error} onRetry={() => void refetch()} />
          )
        ) : data.length === 0 ? (
          <Empty title={kind === 'video' ? media.noVideos() : media.none()}>
            {kind === 'video' ? media.noVideosText() : media.noneText()}
          </Empty>
        ) : (
          <MediaGrid
            media={data.filter((medium) => [medium.source, mediumName(medium)].some((name) => name.toLowerCase().includes(found)))}
            selected={selected}
            onSelect={setSelected}
          />
        )}
      </div>
    </Dialog>
  );
}
