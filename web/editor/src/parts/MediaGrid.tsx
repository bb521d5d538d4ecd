import { ListBox, ListBoxItem, Text } from 'react-aria-components';
import { type Medium, clockText, isVideo, mediumName } from '../state/media/filters.ts';
import { type EditorMessages, useMessages } from '../state/messages.ts';
import { Icon } from './Icon.tsx';
import { VideoStill } from './VideoStill.tsx';
import { type Mood, Tag } from './Surface.tsx';
import styles from './Pictures.module.css';

export interface MediumTag {
  readonly mood: Mood;
  readonly text: string;
}

/** Pictures and videos of the library. Arrows move, Space and Enter select. */
export function MediaGrid({
  label,
  media,
  selected,
  onSelect,
  tagOf,
}: {
  readonly label: string;
  readonly media: readonly Medium[];
  readonly selected: string | undefined;
  readonly onSelect: (source: string | undefined) => void;
  /** What a picture lacks, shown on it. */
  readonly tagOf?: (medium: Medium) => MediumTag | undefined;
}) {
  const { media: words } = useMessages();
  return (
    <ListBox
      aria-label={label}
      layout="grid"
      selectionMode="single"
      selectedKeys={selected === undefined ? [] : [selected]}
      onSelectionChange={(keys) => {
        const [key] = [...(keys === 'all' ? [] : keys)];
        onSelect(typeof key === 'string' ? key : undefined);
      }}
      items={media.map((medium) => ({ medium, id: medium.source }))}
      renderEmptyState={() => <p className={styles['none']}>{words.noneFound()}</p>}
      className={styles['grid'] ?? ''}
    >
      {({ medium }) => {
        const { source, places } = medium;
        const facts = [...kindFacts(medium, words), words.size(medium)];
        const name = mediumName(medium);
        const tag = tagOf?.(medium);
        return (
          <ListBoxItem id={source} textValue={name} className={styles['item'] ?? ''} data-row="">
            <span className={styles['frame']}>
              <Still medium={medium} />
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
              {facts.join(', ')}, {places.length === 0 ? words.notUsed() : words.places({ count: places.length })}
            </Text>
          </ListBoxItem>
        );
      }}
    </ListBox>
  );
}

/** That a medium is a video, and its length. */
function kindFacts(medium: Medium, words: EditorMessages['media']): readonly string[] {
  if (!isVideo(medium)) return [];
  return medium.seconds > 0 ? [words.kinds.video(), clockText(medium.seconds)] : [words.kinds.video()];
}

/** A picture, or the first image of a video with its length. */
function Still({ medium }: { readonly medium: Medium }) {
  if (!isVideo(medium)) return <img src={medium.address} alt="" loading="lazy" />;
  return (
    <>
      <VideoStill video={medium} />
      <span className={styles['length']}>
        <Icon name="play" small />
        {medium.seconds > 0 && clockText(medium.seconds)}
      </span>
    </>
  );
}
