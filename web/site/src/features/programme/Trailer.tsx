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
  const { m } = usePage();
  const label = iconOnly ? m.film.playTrailer({ title }) : `${m.film.watchTrailer()}, ${title}`;
  return (
    <VideoLink
      video={trailer}
      title={m.film.trailerOf({ title })}
      label={label}
      windowLabel={m.common.opensInNewWindow({ label })}
      closeLabel={m.common.close()}
      className={className}
    >
      {children}
    </VideoLink>
  );
}
