import { Navigate } from '@tanstack/react-router';
import { ErrorScreen } from '../parts/ErrorScreen.tsx';
import { Skeleton } from '../parts/Surface.tsx';
import { SET_UP_PATH, screenPath, withBase } from '../state/location.ts';
import { useMessages } from '../state/messages.ts';
import { useSession } from '../state/session.ts';

/** The start of the editor: the first site of the operator, or the sign-in. */
export function FirstSite() {
  const { common, errors } = useMessages();
  const { data, error, refetch } = useSession();
  // A failed refresh of a known session keeps the screen.
  if (data === undefined)
    return error === null ? <Skeleton label={common.loading()} /> : <ErrorScreen error={error} onRetry={() => void refetch()} />;
  if (data === null) return <Navigate to="/sign-in" replace />;
  const [first] = data.sites;
  if (first === undefined)
    return data.mayCreateSites ? (
      <Navigate to="." href={withBase(SET_UP_PATH)} replace />
    ) : (
      <ErrorScreen title={errors.notAllowed()} />
    );
  location.replace(withBase(screenPath(first.key)));
  return null;
}
