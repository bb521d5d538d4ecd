import type { EditorVideo } from '@marquee/api/editor.gen.ts';
import { useAgo } from '../../state/clock.ts';
import { clockText, mediumName } from '../../state/media/filters.ts';
import { useFormats, useMessages } from '../../state/messages.ts';
import { InspectorFrame, MediumFoot, WhereUsed, usePlaces } from './InspectorFrame.tsx';
import styles from './Media.module.css';

/** A video: its player, and where it is used. */
export function VideoInspector({ video, onClose }: { readonly video: EditorVideo; readonly onClose: () => void }) {
  const { media } = useMessages();
  const { bytes } = useFormats();
  const ago = useAgo();
  const places = usePlaces(video);
  const { address, width, height, seconds, file } = video;
  const facts = media.facts({ width, height, size: bytes(file.bytes), ago: ago(file.at), name: file.by });
  return (
    <InspectorFrame title={mediumName(video)} onClose={onClose}>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- the library has no captions */}
      <video
        key={address}
        className={styles['player']}
        aria-label={mediumName(video)}
        src={address}
        width={width}
        height={height}
        controls
        preload="metadata"
        playsInline
      />
      <p className={styles['quiet']}>{seconds > 0 ? `${clockText(seconds)}, ${facts}` : facts}</p>
      <WhereUsed places={places} />
      <MediumFoot medium={video} places={places} onRemoved={onClose} />
    </InspectorFrame>
  );
}
