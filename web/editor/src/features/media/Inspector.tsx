import type { ReactNode } from 'react';
import type { EditorPicture } from '@marquee/api/editor.gen.ts';
import { Button, ButtonLink, IconButton } from '../../parts/Button.tsx';
import { FocalPoint } from '../../parts/FocalPoint.tsx';
import { Dialog } from '../../parts/Overlay.tsx';
import { AltTexts, RightsFields } from '../../parts/PictureDetails.tsx';
import { Note } from '../../parts/Surface.tsx';
import { useMatchesMedia } from '../../parts/use-matches-media.ts';
import { useChangeWords } from '../../state/changes.ts';
import { useDraft, useOpenSite } from '../../state/drafts.ts';
import { useDetails } from '../../state/media/details.ts';
import { type RightsState, pictureName } from '../../state/media/filters.ts';
import { useAgo } from '../../state/clock.ts';
import { useFormats, useMessages } from '../../state/messages.ts';
import { can } from '../../state/roles.ts';
import { useCopy } from '../../state/use-copy.ts';
import { PictureActions } from './PictureActions.tsx';
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
  const { source, address, width, height, file } = picture;
  const places = usePlaces(picture);
  const isReadOnly = !can(site, 'editProgram');
  const copy = useCopy();
  return (
    <Frame title={pictureName(picture)} onClose={onClose}>
      <FocalPoint picture={picture} isReadOnly={isReadOnly} />
      <p className={styles['quiet']}>
        {file === undefined
          ? media.dimensions({ width, height })
          : media.facts({ width, height, size: bytes(file.bytes), ago: ago(file.at), name: file.by })}
      </p>
      <AltTexts picture={picture} isUndescribed={isUndescribed} isReadOnly={isReadOnly} />
      <Rights picture={picture} rights={rights} isReadOnly={isReadOnly} />
      <h3>{media.whereUsed()}</h3>
      {places.length === 0 ? (
        <p className={styles['quiet']}>{media.unused()}</p>
      ) : (
        <ul>
          {places.map((place) => (
            <li key={place}>{place}</li>
          ))}
        </ul>
      )}
      <footer>
        {can(site, 'editSite') && <PictureActions picture={picture} places={places} onRemoved={onClose} />}
        <Button look="ghost" icon="copy" onPress={() => copy(source)}>
          {media.copyReference()}
        </Button>
        <ButtonLink look="ghost" icon="external" href={address} target="_blank" rel="noopener">
          {media.open()}
        </ButtonLink>
      </footer>
    </Frame>
  );
}

/** Where a picture is used, in words. */
function usePlaces({ places }: EditorPicture): readonly string[] {
  const { wordsOf } = useChangeWords(false);
  const content = useDraft()?.content;
  const words = places.map((pointer) => {
    const { place, part } = wordsOf(pointer, content);
    return `${place}, ${part}`;
  });
  return [...new Set(words)];
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

/** Beside the grid; where there is no room, a sheet. */
function Frame({
  title,
  onClose,
  children,
}: {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const { common } = useMessages();
  if (!useMatchesMedia('(width >= 1024px)'))
    return (
      <Dialog title={title} onClose={onClose}>
        <div className={styles['sheet']}>{children}</div>
      </Dialog>
    );
  return (
    <aside className={styles['inspector']} aria-label={title}>
      <header>
        <h2>{title}</h2>
        <IconButton icon="close" label={common.close()} onPress={onClose} />
      </header>
      {children}
    </aside>
  );
}
