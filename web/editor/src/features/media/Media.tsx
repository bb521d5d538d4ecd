import { cx } from '@marquee/ui/cx.ts';
import { useDeferredValue, useState } from 'react';
import { ErrorScreen } from '../../parts/ErrorScreen.tsx';
import { SearchField } from '../../parts/Field.tsx';
import { PictureGrid } from '../../parts/PictureGrid.tsx';
import { Empty, Page, Skeleton } from '../../parts/Surface.tsx';
import { DropTarget, UploadButton, UploadList } from '../../parts/Uploads.tsx';
import { useOpenSite } from '../../state/drafts.ts';
import { usePictures, useUploads } from '../../state/media/library.ts';
import { useMessages } from '../../state/messages.ts';
import { can } from '../../state/roles.ts';
import { Inspector } from './Inspector.tsx';
import styles from './Media.module.css';

/** The picture library. */
export function Media() {
  const { media, nav, common } = useMessages();
  const { site } = useOpenSite();
  const [selected, setSelected] = useState<string>();
  const [query, setQuery] = useState('');
  const found = useDeferredValue(query.trim().toLowerCase());
  const { data, error, refetch } = usePictures();
  const [uploads, queue] = useUploads();
  const mayUpload = can(site, 'editSite');
  const picture = data?.find(({ source }) => source === selected);
  const count = data?.length ?? 0;
  return (
    <Page
      title={nav.media()}
      lead={data === undefined ? undefined : mayUpload ? media.lead({ count }) : media.leadRead({ count })}
      actions={mayUpload && <UploadButton queue={queue} look="solid" />}
    >
      {mayUpload && <DropTarget queue={queue} />}
      <div className={cx(styles['media'], picture !== undefined && styles['inspected'])}>
        <div>
          <UploadList uploads={uploads} queue={queue} onShow={setSelected} />
          {data === undefined && error === null && <Skeleton label={common.loading()} />}
          {data === undefined && error !== null && <ErrorScreen error={error} onRetry={() => void refetch()} />}
          {data?.length === 0 && (
            <Empty title={media.none()} action={mayUpload && <UploadButton queue={queue} />}>
              {media.noneText()}
            </Empty>
          )}
          {data !== undefined && data.length > 0 && (
            <>
              <div className={styles['tools']}>
                <SearchField label={media.find()} value={query} onChange={setQuery} />
              </div>
              <PictureGrid
                pictures={data.filter(({ source }) => source.toLowerCase().includes(found))}
                selected={selected}
                onSelect={setSelected}
              />
            </>
          )}
        </div>
        {picture !== undefined && <Inspector key={picture.source} picture={picture} onClose={() => setSelected(undefined)} />}
      </div>
    </Page>
  );
}
