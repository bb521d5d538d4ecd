import type { EditorVideo } from '@marquee/api/editor.gen.ts';
import { useAgo } from '../../state/clock.ts';
import { useOpenSite } from '../../state/drafts.ts';
import { captionsAddress } from '../../state/media/captions.ts';
import { clockText, mediumName } from '../../state/media/filters.ts';
import { useFormats, useMessages } from '../../state/messages.ts';
import { Captions } from './Captions.tsx';
import { InspectorFrame, MediumFoot, WhereUsed, usePlaces } from './InspectorFrame.tsx';
import styles from './Media.module.css';

/** A video: its player, its captions, and where it is used. */
export function VideoInspector({ video, onClose }: { readonly video: EditorVideo; readonly onClose: () => void }) {
  const { media } = useMessages();
  const { bytes, language: nameOf } = useFormats();
  const { site } = useOpenSite();
  const ago = useAgo();
  const places = usePlaces(video);
  const { address, width, height, seconds, file } = video;
  const facts = media.facts({ width, height, size: bytes(file.bytes), ago: ago(file.at), name: file.by });
  return (
    <InspectorFrame title={mediumName(video)} onClose={onClose}>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- their number differs */}
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
      >
        {video.captions.map((captions) => (
          <track
            key={captions.textId + captions.locale}
            kind="captions"
            src={captionsAddress(site.key, video, captions)}
            srcLang={captions.locale}
            label={nameOf(captions.locale)}
          />
        ))}
      </video>
      <p className={styles['quiet']}>{seconds > 0 ? `${clockText(seconds)}, ${facts}` : facts}</p>
      <Captions video={video} />
      <WhereUsed places={places} />
      <MediumFoot medium={video} places={places} onRemoved={onClose} />
    </InspectorFrame>
  );
}
