import { useParams } from '@tanstack/react-router';
import { cx } from '@marquee/ui/cx.ts';
import { useDeferredValue, useMemo, useState } from 'react';
import { ToggleButton } from 'react-aria-components';
import { Button } from '../../parts/Button.tsx';
import { Segments } from '../../parts/Choice.tsx';
import { ErrorScreen } from '../../parts/ErrorScreen.tsx';
import { SearchField } from '../../parts/Field.tsx';
import { Icon } from '../../parts/Icon.tsx';
import type { IconName } from '../../parts/icons.ts';
import { MediaGrid, type MediumTag } from '../../parts/MediaGrid.tsx';
import { Empty, Note, Page, Skeleton } from '../../parts/Surface.tsx';
import { DropTarget, UploadButton, UploadList } from '../../parts/Uploads.tsx';
import { focusHeading, useFocusFallback } from '../../parts/use-focus-fallback.ts';
import { useDraft, useOpenSite } from '../../state/drafts.ts';
import { errorText } from '../../state/errors.ts';
import { detailsOf } from '../../state/media/details.ts';
import {
  KINDS,
  type Medium,
  type MediumKind,
  type RightsState,
  isFound,
  isVideo,
  kindOf,
  rightsOf,
  sourceOfSegment,
  undescribedPictures,
} from '../../state/media/filters.ts';
import {
  useFetchOfFilms,
  useFilmPictures,
  useFreshPlaces,
  usePictures,
  useStorage,
  useUploads,
  useVideos,
} from '../../state/media/library.ts';
import { useFormats, useMessages } from '../../state/messages.ts';
import { can } from '../../state/roles.ts';
import { showToast } from '../../state/toasts.ts';
import { Inspector } from './Inspector.tsx';
import styles from './Media.module.css';
import { VideoInspector } from './VideoInspector.tsx';

type Lack = 'undescribed' | 'ending';

interface Lacks {
  readonly isUndescribed: (medium: Medium) => boolean;
  readonly rights: (medium: Medium) => RightsState | undefined;
  /** The last day of the rights. */
  readonly until: (medium: Medium) => string;
}

/** What pictures of the draft lack. */
function useLacks(): Lacks {
  const content = useDraft()?.content;
  const undescribed = useMemo(() => undescribedPictures(content), [content]);
  const [today] = useState(() => new Date().toISOString().slice(0, 10));
  return {
    isUndescribed: ({ source }) => undescribed.has(source),
    rights: ({ source }) => rightsOf(content, source, today),
    until: ({ source }) => detailsOf(content, source).rightsUntil,
  };
}

/** The number of pictures and videos, and how much of the storage they use. */
function useLead(all: readonly Medium[] | undefined): string | undefined {
  const { media } = useMessages();
  const { bytes } = useFormats();
  const { site } = useOpenSite();
  const storage = useStorage();
  if (all === undefined) return undefined;
  const videos = all.filter(isVideo).length;
  const counts = { count: all.length - videos, videos };
  const lead = can(site, 'editSite') ? media.lead(counts) : media.leadRead(counts);
  return storage === undefined ? lead : `${lead} ${media.storage({ used: bytes(storage.used), quota: bytes(storage.quota) })}`;
}

/** The media library. */
export function Media() {
  const { media, nav, common } = useMessages();
  const { site } = useOpenSite();
  const { picture: opened } = useParams({ strict: false });
  const [selected, setSelected] = useState(opened === undefined ? undefined : sourceOfSegment(opened));
  useFreshPlaces();
  const { data: pictures, error, refetch } = usePictures();
  const videos = useVideos().data;
  const data: readonly Medium[] | undefined = pictures && videos && [...pictures, ...videos];
  const lead = useLead(data);
  const lacks = useLacks();
  const [uploads, queue] = useUploads();
  const mayUpload = can(site, 'editSite');
  const lacking = useFilmPictures() ?? 0;
  const films = useFetchWithNotices();
  const medium = data?.find(({ source }) => source === selected);
  const close = (): void => setSelected(undefined);
  return (
    <Page title={nav.media()} lead={lead} actions={mayUpload && <UploadButton queue={queue} kind="all" look="solid" />}>
      {mayUpload && <DropTarget queue={queue} />}
      <div className={cx(styles['media'], medium !== undefined && styles['inspected'])}>
        <div>
          <UploadList uploads={uploads} queue={queue} onShow={setSelected} />
          {data === undefined && error === null && <Skeleton label={common.loading()} />}
          {data === undefined && error !== null && <ErrorScreen error={error} onRetry={() => void refetch()} />}
          {data?.length === 0 && (
            <Empty
              icon="picture"
              title={media.none()}
              action={
                mayUpload && (
                  <div className={styles['first']}>
                    {lacking > 0 && <FetchFilms look="solid" count={lacking} {...films} />}
                    <UploadButton queue={queue} kind="all" />
                  </div>
                )
              }
            >
              {lacking > 0 ? media.filmsFound({ count: lacking }) : media.noneText()}
            </Empty>
          )}
          {data !== undefined && data.length > 0 && mayUpload && lacking > 0 && (
            <Note
              icon="film"
              title={media.filmsLacking({ count: lacking })}
              action={<FetchFilms look="line" count={lacking} {...films} />}
            />
          )}
          {data !== undefined && data.length > 0 && <Library all={data} lacks={lacks} selected={selected} onSelect={setSelected} />}
        </div>
        {medium !== undefined && isVideo(medium) && <VideoInspector key={medium.source} video={medium} onClose={close} />}
        {medium !== undefined && !isVideo(medium) && (
          <Inspector
            key={medium.source}
            picture={medium}
            rights={lacks.rights(medium)}
            isUndescribed={lacks.isUndescribed(medium)}
            onClose={close}
          />
        )}
      </div>
    </Page>
  );
}

interface FilmFetch {
  readonly isFetching: boolean;
  readonly fetchAll: () => void;
}

/** Fetches the posters and stills of films that the library lacks. A notice has the result, also when the screen was left. */
function useFetchWithNotices(): FilmFetch {
  const messages = useMessages();
  const { media } = messages;
  const { isFetching, fetchAll } = useFetchOfFilms();
  const fetchWithNotice = async (): Promise<void> => {
    try {
      const { stored, failed } = await fetchAll();
      const parts = [stored > 0 && media.filmsFetched({ count: stored }), failed > 0 && media.filmsFailed({ count: failed })];
      showToast(parts.filter((part) => part !== false).join(' '));
    } catch (error) {
      showToast(errorText(error, messages));
    }
  };
  return { isFetching, fetchAll: () => void fetchWithNotice() };
}

function FetchFilms({
  look,
  count,
  isFetching,
  fetchAll,
}: FilmFetch & { readonly look: 'solid' | 'line'; readonly count: number }) {
  const { media } = useMessages();
  return (
    <span ref={useFocusFallback<HTMLSpanElement>(focusHeading)}>
      <Button look={look} isBusy={isFetching} onPress={fetchAll}>
        {media.fetchFilms({ count })}
      </Button>
    </span>
  );
}

/** The grid with its filters. */
function Library({
  all,
  lacks: { isUndescribed, rights, until },
  selected,
  onSelect,
}: {
  readonly all: readonly Medium[];
  readonly lacks: Lacks;
  readonly selected: string | undefined;
  readonly onSelect: (source: string | undefined) => void;
}) {
  const { media, nav } = useMessages();
  const { longDay } = useFormats();
  const [query, setQuery] = useState('');
  const [kind, setKind] = useState<MediumKind>('all');
  const [lack, setLack] = useState<Lack>();
  const found = useDeferredValue(query.trim().toLowerCase());
  const lacking = {
    undescribed: all.filter(isUndescribed),
    ending: all.filter((medium) => rights(medium) !== undefined),
  };
  const shown = (lack === undefined ? all : lacking[lack]).filter(
    (medium) => (kind === 'all' || kindOf(medium) === kind) && isFound(medium, found),
  );
  const tagOf = (medium: Medium): MediumTag | undefined => {
    const state = rights(medium);
    if (state === 'ended') return { mood: 'bad', text: media.rightsEnded() };
    if (state === 'ending') return { mood: 'warn', text: media.until({ day: longDay(until(medium)) }) };
    return isUndescribed(medium) ? { mood: 'bad', text: media.noAlt() } : undefined;
  };
  const toggle = (name: Lack) => (isOn: boolean) => setLack(isOn ? name : undefined);
  return (
    <>
      <div className={styles['tools']}>
        <Segments
          label={media.kind()}
          value={kind}
          options={KINDS.map((value) => ({ value, label: media.kinds[value]() }))}
          onChange={setKind}
        />
        <Filter
          icon="warning"
          label={media.noAltCount({ count: lacking.undescribed.length })}
          isOn={lack === 'undescribed'}
          onChange={toggle('undescribed')}
        />
        <Filter
          icon="calendar"
          label={media.rightsCount({ count: lacking.ending.length })}
          isOn={lack === 'ending'}
          onChange={toggle('ending')}
        />
        <SearchField label={media.find()} value={query} onChange={setQuery} />
      </div>
      <MediaGrid label={nav.media()} media={shown} selected={selected} onSelect={onSelect} tagOf={tagOf} />
    </>
  );
}

function Filter({
  icon,
  label,
  isOn,
  onChange,
}: {
  readonly icon: IconName;
  readonly label: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}) {
  return (
    <ToggleButton className={styles['filter'] ?? ''} isSelected={isOn} onChange={onChange}>
      <Icon name={icon} small />
      {label}
    </ToggleButton>
  );
}
