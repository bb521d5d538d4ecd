import type { TrailerView } from '@marquee/api/schema.gen.ts';
import { VideoLink } from '@marquee/ui/VideoLink/VideoLink.tsx';
import type { ReactNode } from 'react';
import { usePage } from '../../state/page.ts';

/** The trailer: a link in a new window, a dialog once scripts run. Its name begins with its words. */
export function Trailer({
  trailer,
  title,
  className,
  children,
  wordless = false,
}: {
  trailer: TrailerView;
  title: string;
  className?: string | undefined;
  children: ReactNode;
  /** Whether the link is an icon alone. */
  wordless?: boolean;
}) {
  const { m } = usePage();
  const label = wordless ? m.film.playTrailer({ title }) : `${m.film.watchTrailer()}, ${title}`;
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
