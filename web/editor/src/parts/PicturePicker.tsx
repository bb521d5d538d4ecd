import { useDeferredValue, useState } from 'react';
import { usePictures, useUploads } from '../state/media/library.ts';
import { useMessages } from '../state/messages.ts';
import { useOpenSite } from '../state/drafts.ts';
import { can } from '../state/roles.ts';
import { Button } from './Button.tsx';
import { ErrorScreen } from './ErrorScreen.tsx';
import { SearchField } from './Field.tsx';
import { Dialog } from './Overlay.tsx';
import { PictureGrid } from './PictureGrid.tsx';
import { Empty, Skeleton } from './Surface.tsx';
import { DropTarget, UploadButton, UploadList } from './Uploads.tsx';
import styles from './Pictures.module.css';

/** A dialog that chooses a picture of the library, or uploads one. `onChoose` gets its reference. */
export function PicturePicker({
  value,
  onChoose,
  onClose,
}: {
  readonly value?: string | undefined;
  readonly onChoose: (source: string) => void;
  readonly onClose: () => void;
}) {
  const { media, common } = useMessages();
  const { site } = useOpenSite();
  const [selected, setSelected] = useState(value);
  const [query, setQuery] = useState('');
  const found = useDeferredValue(query.trim().toLowerCase());
  const { data, error, refetch } = usePictures();
  const [uploads, queue] = useUploads();
  const mayUpload = can(site, 'editSite');
  const choose = (): void => {
    if (selected === undefined) return;
    onChoose(selected);
    onClose();
  };
  const isChosen = data?.some(({ source }) => source === selected) === true;
  return (
    <Dialog
      title={media.choose()}
      size="wide"
      onClose={onClose}
      foot={
        <>
          <Button onPress={onClose}>{common.cancel()}</Button>
          <Button look="solid" isDisabled={!isChosen} onPress={choose}>
            {media.use()}
          </Button>
        </>
      }
    >
      <div className={styles['picker']}>
        {mayUpload && <DropTarget queue={queue} />}
        <div className={styles['pickerTools']}>
          <SearchField label={media.find()} value={query} onChange={setQuery} isAutoFocused />
          {mayUpload && <UploadButton queue={queue} />}
        </div>
        <UploadList uploads={uploads} queue={queue} onShow={setSelected} />
        {data === undefined ? (
          error === null ? (
            <Skeleton label={common.loading()} />
          ) : (
            <ErrorScreen error={error} onRetry={() => void refetch()} />
          )
        ) : data.length === 0 ? (
          <Empty title={media.none()}>{media.noneText()}</Empty>
        ) : (
          <PictureGrid
            pictures={data.filter(({ source }) => source.toLowerCase().includes(found))}
            selected={selected}
            onSelect={setSelected}
          />
        )}
      </div>
    </Dialog>
  );
}
