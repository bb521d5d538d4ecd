import { ListBox, ListBoxItem } from 'react-aria-components';
import type { EditorPicture } from '@marquee/api/editor.gen.ts';
import { useMessages } from '../state/messages.ts';
import styles from './Pictures.module.css';

/** Pictures of the library. Arrows move, Space and Enter select. */
export function PictureGrid({
  pictures,
  selected,
  onSelect,
  isAutoFocused = false,
}: {
  readonly pictures: readonly EditorPicture[];
  readonly selected: string | undefined;
  readonly onSelect: (source: string | undefined) => void;
  readonly isAutoFocused?: boolean;
}) {
  const { media } = useMessages();
  return (
    <ListBox
      aria-label={media.pictures()}
      layout="grid"
      selectionMode="single"
      selectedKeys={selected === undefined ? [] : [selected]}
      onSelectionChange={(keys) => {
        const [key] = [...(keys === 'all' ? [] : keys)];
        onSelect(typeof key === 'string' ? key : undefined);
      }}
      autoFocus={isAutoFocused}
      items={pictures.map((picture) => ({ ...picture, id: picture.source }))}
      renderEmptyState={() => <p className={styles['none']}>{media.noneFound()}</p>}
      className={styles['grid'] ?? ''}
    >
      {({ source, address, width, height }) => (
        <ListBoxItem
          id={source}
          textValue={source}
          aria-label={media.pictureOf({ reference: source, width, height })}
          className={styles['item'] ?? ''}
        >
          <span className={styles['frame']}>
            <img src={address} alt="" loading="lazy" />
          </span>
          <b>{source}</b>
          <small>{media.size({ width, height })}</small>
        </ListBoxItem>
      )}
    </ListBox>
  );
}
