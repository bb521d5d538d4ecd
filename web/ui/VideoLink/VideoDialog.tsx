import { Dialog } from '../Dialog/Dialog.tsx';
import type { Video } from './video.ts';
import css from './VideoLink.module.css';

/** The player in a dialog. Mounted on the click, in the browser only. */
export function VideoDialog({
  video,
  title,
  closeLabel,
  onClose,
}: {
  video: Video;
  title: string;
  closeLabel: string;
  onClose: () => void;
}) {
  return (
    <Dialog title={title} closeLabel={closeLabel} onClose={onClose}>
      {video.file ? (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- the file is the operator's; captions are inside it
        <video className={css.player} src={video.embed} controls autoPlay playsInline data-autofocus="" />
      ) : (
        <iframe
          className={css.player}
          src={video.embed}
          title={title}
          // oxlint-disable-next-line react/iframe-missing-sandbox -- the player is of another origin, so the two do not cancel the sandbox
          sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"
          allow="autoplay; encrypted-media; picture-in-picture; fullscreen"
          referrerPolicy="strict-origin-when-cross-origin"
          data-autofocus=""
        />
      )}
    </Dialog>
  );
}
