import type { EditorPicture } from '@marquee/api/editor.gen.ts';
import { FocalPoint } from '../../parts/FocalPoint.tsx';
import { AltTexts, RightsFields } from '../../parts/PictureDetails.tsx';
import { Note } from '../../parts/Surface.tsx';
import { useOpenSite } from '../../state/drafts.ts';
import { useDetails } from '../../state/media/details.ts';
import { type RightsState, mediumName } from '../../state/media/filters.ts';
import { useAgo } from '../../state/clock.ts';
import { useFormats, useMessages } from '../../state/messages.ts';
import { can } from '../../state/roles.ts';
import { InspectorFrame, MediumFoot, WhereUsed, usePlaces } from './InspectorFrame.tsx';
import styles from './Media.module.css';

/** A picture: what crops keep in view, its texts and rights, and where it is used. */
export function Inspector({
  picture,
  rights,
  isUndescribed,
  onClose,
}: {
  readonly picture: EditorPicture;
  readonly rights: RightsState | undefined;
  /** Whether a place shows it without alternative text. */
  readonly isUndescribed: boolean;
  readonly onClose: () => void;
}) {
  const { media } = useMessages();
  const { bytes } = useFormats();
  const ago = useAgo();
  const { site } = useOpenSite();
  const { width, height, file } = picture;
  const places = usePlaces(picture);
  const isReadOnly = !can(site, 'editProgram');
  return (
    <InspectorFrame title={mediumName(picture)} onClose={onClose}>
      <FocalPoint picture={picture} isReadOnly={isReadOnly} />
      <p className={styles['quiet']}>
        {file === undefined
          ? media.dimensions({ width, height })
          : media.facts({ width, height, size: bytes(file.bytes), ago: ago(file.at), name: file.by })}
      </p>
      <AltTexts picture={picture} isUndescribed={isUndescribed} isReadOnly={isReadOnly} />
      <Rights picture={picture} rights={rights} isReadOnly={isReadOnly} />
      <WhereUsed places={places} />
      <MediumFoot medium={picture} places={places} onRemoved={onClose} />
    </InspectorFrame>
  );
}

/** Whose picture it is, and until when the site may show it. */
function Rights({
  picture,
  rights,
  isReadOnly,
}: {
  readonly picture: EditorPicture;
  readonly rights: RightsState | undefined;
  readonly isReadOnly: boolean;
}) {
  const { media } = useMessages();
  const { longDay } = useFormats();
  const [details, change] = useDetails(picture.source);
  return (
    <>
      <h3>{media.rights()}</h3>
      {rights === 'ended' && (
        <Note mood="bad" title={media.rightsEnded()}>
          {media.rightsEndedText({ day: longDay(details.rightsUntil) })}
        </Note>
      )}
      <RightsFields rights={details} isReadOnly={isReadOnly} onChange={change} />
    </>
  );
}
