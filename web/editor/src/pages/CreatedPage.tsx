import { Navigate, useParams } from '@tanstack/react-router';
import { Created } from '../features/set-up/Created.tsx';
import { ErrorScreen } from '../parts/ErrorScreen.tsx';
import { Skeleton } from '../parts/Surface.tsx';
import { withBase } from '../state/location.ts';
import { useMessages } from '../state/messages.ts';
import { useSession } from '../state/session.ts';

/** The end of the set-up of a site. */
export function CreatedPage() {
  const { common, errors } = useMessages();
  const { site: key } = useParams({ strict: false });
  const { data, error, refetch } = useSession();
  if (data === undefined)
    return error === null ? <Skeleton label={common.loading()} /> : <ErrorScreen error={error} onRetry={() => void refetch()} />;
  if (data === null) return <Navigate to="." href={withBase('/sign-in/')} replace />;
  const site = data.sites.find((candidate) => candidate.key === key);
  return site === undefined ? <ErrorScreen title={errors.noAccess()} /> : <Created site={site} />;
}
