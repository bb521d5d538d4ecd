import { lazy, Suspense, useState, type MouseEvent, type ReactNode } from 'react';
import { isPlainClick, isPreview } from '../clicks.ts';
import { useHydrated } from '../use-hydrated.ts';
import type { Video } from './video.ts';

const VideoDialog = lazy(async () => ({ default: (await import('./VideoDialog.tsx')).VideoDialog }));

/** A link to a video. Once scripts run, a click plays the video in a dialog; the player loads on the click. */
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
  /** Title of the dialog. */
  title: string;
  /** Accessible name and tooltip; it must begin with the link's text, if it has any. */
  label: string;
  /** The same without scripts, when the link opens a new window. */
  windowLabel: string;
  closeLabel: string;
  className?: string | undefined;
  children: ReactNode;
}) {
  const [open, setOpen] = useState(false);
  const name = useHydrated() ? label : windowLabel;
  const play = (event: MouseEvent) => {
    if (!isPlainClick(event) || isPreview()) return;
    event.preventDefault();
    setOpen(true);
  };
  return (
    <>
      <a className={className} href={video.href} target="_blank" rel="noreferrer" aria-label={name} title={name} onClick={play}>
        {children}
      </a>
      {open ? (
        <Suspense>
          <VideoDialog video={video} title={title} closeLabel={closeLabel} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
