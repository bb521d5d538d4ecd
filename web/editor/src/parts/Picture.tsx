import type { EditorVideo } from '@marquee/api/editor.gen.ts';
import { cx } from '@marquee/ui/cx.ts';
import { useCallback, useRef, useState } from 'react';
import { clockText, isVideoReference, mediumName } from '../state/media/filters.ts';
import { usePictures, useVideos } from '../state/media/library.ts';
import { useMessages } from '../state/messages.ts';
import { Button } from './Button.tsx';
import { TextField } from './Field.tsx';
import { Icon } from './Icon.tsx';
import type { IconName } from './icons.ts';
import { MediaPicker } from './MediaPicker.tsx';
import { useFocusFallback } from './use-focus-fallback.ts';
import { VideoStill } from './VideoStill.tsx';
import { useRemoval } from '../state/removal.ts';
import styles from './Picture.module.css';

/** A picture of a record, or a box with its icon. */
export function Thumbnail({
  picture,
  icon = 'picture',
  size,
}: {
  readonly picture: string;
  readonly icon?: IconName;
  readonly size?: 'wide' | 'large';
}) {
  const known = usePictures().data?.find(({ source }) => source === picture);
  return (
    <span className={cx(styles['thumbnail'], size !== undefined && styles[size])}>
      {known === undefined ? <Icon name={icon} /> : <img src={known.address} alt="" loading="lazy" />}
    </span>
  );
}

/** The reference to a picture: typed, or chosen from the library. */
export function PictureField({
  label,
  value,
  onChange,
  error,
}: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error?: string | undefined;
}) {
  const { fields } = useMessages();
  const [isChoosing, setChoosing] = useState(false);
  return (
    <div className={styles['field']}>
      <TextField label={label} value={value} onChange={(next) => onChange(next.trim())} hint={fields.pictureHint()} error={error} />
      <div className={styles['buttons']}>
        <Button size="small" icon="picture" onPress={() => setChoosing(true)}>
          {fields.choose()}
        </Button>
      </div>
      {isChoosing && <MediaPicker value={value} onChoose={onChange} onClose={() => setChoosing(false)} />}
    </div>
  );
}

/** A video of the library, with its name and length. */
export function ChosenVideo({ video }: { readonly video: EditorVideo }) {
  return (
    <>
      <span className={cx(styles['thumbnail'], styles['large'])}>
        <VideoStill video={video} />
      </span>
      <span className={styles['name']}>
        {mediumName(video)}
        {video.seconds > 0 && `, ${clockText(video.seconds)}`}
      </span>
    </>
  );
}

/** A video: one of the library, or an address that is typed. */
export function VideoField({
  label,
  value,
  onChange,
  hint,
  error,
}: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly hint: string;
  readonly error?: string | undefined;
}) {
  const { fields, media } = useMessages();
  const { data } = useVideos();
  const [isChoosing, setChoosing] = useState(false);
  const chosen = data?.find(({ source }) => source === value);
  const isOfLibrary = isVideoReference(value);
  const gone = isOfLibrary && data !== undefined && chosen === undefined ? media.videoGone() : undefined;
  const box = useRef<HTMLFieldSetElement>(null);
  const focusChoose = useCallback(() => box.current?.querySelector('button')?.focus(), []);
  return (
    <fieldset ref={box} aria-label={label} className={styles['field']}>
      {chosen !== undefined && (
        <>
          <span className={styles['label']} aria-hidden="true">
            {label}
          </span>
          <ChosenVideo video={chosen} />
        </>
      )}
      {chosen === undefined && (
        <TextField
          label={label}
          value={value}
          onChange={(next) => onChange(next.trim())}
          hint={hint}
          error={gone ?? (isOfLibrary ? undefined : error)}
        />
      )}
      <div className={styles['buttons']}>
        <Button size="small" icon="film" onPress={() => setChoosing(true)}>
          {fields.choose()}
        </Button>
        {chosen !== undefined && <RemoveVideo name={label} onRemove={() => onChange('')} onRemoved={focusChoose} />}
      </div>
      {isChoosing && <MediaPicker kind="video" value={value} onChoose={onChange} onClose={() => setChoosing(false)} />}
    </fieldset>
  );
}

/** A button that goes away with the video; the focus goes on to what is left. */
export function RemoveVideo({
  name,
  onRemove,
  onRemoved,
}: {
  readonly name: string;
  readonly onRemove: () => void;
  readonly onRemoved: () => void;
}) {
  const { media } = useMessages();
  const remove = useRemoval();
  return (
    <span ref={useFocusFallback<HTMLSpanElement>(onRemoved)}>
      <Button size="small" look="ghost" icon="close" onPress={() => remove(name, onRemove)}>
        {media.removeVideo()}
      </Button>
    </span>
  );
}
