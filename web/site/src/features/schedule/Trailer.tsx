import type { TrailerView } from '@marquee/api/schema.gen.ts';
import { VideoLink } from '@marquee/ui/VideoLink/VideoLink.tsx';
import type { ReactNode } from 'react';
import { usePage } from '../../state/page.ts';

/** Link to the trailer: opens a new window, or a dialog with scripts. The accessible name begins with the visible text. */
export function Trailer({
  trailer,
  title,
  className,
  children,
  iconOnly = false,
}: {
  trailer: TrailerView;
  title: string;
  className?: string | undefined;
  children: ReactNode;
  /** Whether the link has no visible text. */
  iconOnly?: boolean;
}) {
  const { messages } = usePage();
  const label = iconOnly ? messages.film.playTrailer({ title }) : `${messages.film.watchTrailer()}, ${title}`;
  return (
    <VideoLink
      video={trailer}
      title={messages.film.trailerOf({ title })}
      label={label}
      windowLabel={messages.common.opensInNewWindow({ label })}
      closeLabel={messages.common.close()}
      className={className}
    >
      {children}
    </VideoLink>
  );
}
