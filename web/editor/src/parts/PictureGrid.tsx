import { ListBox, ListBoxItem, Text } from 'react-aria-components';
import type { EditorPicture } from '@marquee/api/editor.gen.ts';
import { pictureName } from '../state/media/filters.ts';
import { useMessages } from '../state/messages.ts';
import { type Mood, Tag } from './Surface.tsx';
import styles from './Pictures.module.css';

export interface PictureTag {
  readonly mood: Mood;
  readonly text: string;
}

/** Pictures of the library. Arrows move, Space and Enter select. */
export function PictureGrid({
  pictures,
  selected,
  onSelect,
  tagOf,
  isAutoFocused = false,
}: {
  readonly pictures: readonly EditorPicture[];
  readonly selected: string | undefined;
  readonly onSelect: (source: string | undefined) => void;
  /** What a picture lacks, shown on it. */
  readonly tagOf?: (picture: EditorPicture) => PictureTag | undefined;
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
      {(picture) => {
        const { source, address, width, height, places } = picture;
        const name = pictureName(picture);
        const tag = tagOf?.(picture);
        return (
          <ListBoxItem id={source} textValue={name} className={styles['item'] ?? ''}>
            <span className={styles['frame']}>
              <img src={address} alt="" loading="lazy" />
              {tag !== undefined && (
                <span className={styles['tag']}>
                  <Tag mood={tag.mood}>{tag.text}</Tag>
                </span>
              )}
            </span>
            <Text slot="label" className={styles['name'] ?? ''}>
              {name}
            </Text>
            <Text slot="description" className={styles['facts'] ?? ''}>
              {media.size({ width, height })}, {places.length === 0 ? media.notUsed() : media.places({ count: places.length })}
            </Text>
          </ListBoxItem>
        );
      }}
    </ListBox>
  );
}
