import { useState, type MouseEvent, type ReactNode } from 'react';
import { Dialog } from '../Dialog/Dialog.tsx';
import { useHydrated } from '../use-hydrated.ts';
import css from './VideoLink.module.css';

export interface Video {
  /** Where the link leads without scripts. */
  href: string;
  /** The address of the player or of the file. */
  embed: string;
  /** Whether `embed` is a file. */
  file: boolean;
}

/** A link to a video that plays it in a dialog once scripts run. Nothing of the player loads before the click. */
export function VideoLink({
  video,
  title,
  label,
  windowLabel,
  closeLabel,
  className,
  children,
}: {
  video: Video;
  /** Heading of the dialog. */
  title: string;
  /** Accessible name and title; it begins with the link's words, if it has any. */
  label: string;
  /** The same while scripts do not run and the link opens a window. */
  windowLabel: string;
  closeLabel: string;
  className?: string | undefined;
  children: ReactNode;
}) {
  const [open, setOpen] = useState(false);
  const name = useHydrated() ? label : windowLabel;
  const play = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    setOpen(true);
  };
  return (
    <>
      <a className={className} href={video.href} target="_blank" rel="noreferrer" aria-label={name} title={name} onClick={play}>
        {children}
      </a>
      {open ? (
        <Dialog title={title} closeLabel={closeLabel} onClose={() => setOpen(false)}>
          <Player video={video} title={title} />
        </Dialog>
      ) : null}
    </>
  );
}

function Player({ video, title }: { video: Video; title: string }) {
  if (video.file)
    return (
      // oxlint-disable-next-line jsx-a11y/media-has-caption -- the file is the operator's; captions are inside it
      <video className={css.player} src={video.embed} controls autoPlay playsInline data-autofocus="" />
    );
  return (
    // oxlint-disable-next-line react/iframe-missing-sandbox -- the player is of another origin, so the two do not cancel the sandbox
    <iframe
      className={css.player}
      src={video.embed}
      title={title}
      sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"
      allow="autoplay; encrypted-media; picture-in-picture; fullscreen"
      referrerPolicy="strict-origin-when-cross-origin"
      data-autofocus=""
    />
  );
}
