import { useParams } from '@tanstack/react-router';
import { ButtonLink } from '../parts/Button.tsx';
import { Empty } from '../parts/Surface.tsx';
import { screenPath } from '../state/location.ts';
import { useMessages } from '../state/messages.ts';

/** In place of a screen, at an address that has none. */
export function NotFound() {
  const { errors, nav } = useMessages();
  const { site } = useParams({ strict: false });
  return (
    <Empty
      title={errors.noScreen()}
      action={<ButtonLink href={site === undefined ? '/' : screenPath(site)}>{nav.overview()}</ButtonLink>}
    />
  );
}
