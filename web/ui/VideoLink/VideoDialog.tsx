import { Dialog } from '../Dialog/Dialog.tsx';
import { CaptionTracks } from './CaptionTracks.tsx';
import type { Video } from './video.ts';
import css from './VideoLink.module.css';

/** A video player in a dialog. It can be mounted only in the browser. */
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
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- their number differs
        <video className={css.player} src={video.embed} controls autoPlay playsInline data-autofocus="">
          <CaptionTracks video={video} />
        </video>
      ) : (
        <iframe
          className={css.player}
          src={video.embed}
          title={title}
          // oxlint-disable-next-line react/iframe-missing-sandbox -- the player has another origin, so it cannot remove the sandbox
          sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"
          allow="autoplay; encrypted-media; picture-in-picture; fullscreen"
          referrerPolicy="strict-origin-when-cross-origin"
          data-autofocus=""
        />
      )}
    </Dialog>
  );
}
