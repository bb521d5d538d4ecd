import { cx } from '@marquee/ui/cx.ts';
import { useState } from 'react';
import { usePictures } from '../state/media/library.ts';
import { useMessages } from '../state/messages.ts';
import { Button } from './Button.tsx';
import { TextField } from './Field.tsx';
import { Icon } from './Icon.tsx';
import type { IconName } from './icons.ts';
import { PicturePicker } from './PicturePicker.tsx';
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
      {isChoosing && <PicturePicker value={value} onChoose={onChange} onClose={() => setChoosing(false)} />}
    </div>
  );
}
