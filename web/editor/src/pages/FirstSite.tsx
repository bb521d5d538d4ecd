import { Navigate } from '@tanstack/react-router';
import { ErrorScreen } from '../parts/ErrorScreen.tsx';
import { Skeleton } from '../parts/Surface.tsx';
import { SET_UP_PATH, screenPath, withBase } from '../state/location.ts';
import { useMessages } from '../state/messages.ts';
import { useSession } from '../state/session.ts';

/** The start of the editor: the first site of the operator, or the sign-in. */
export function FirstSite() {
  const { common } = useMessages();
  const { data, error, refetch } = useSession();
  // A failed refresh of a known session keeps the screen.
  if (data === undefined)
    return error === null ? <Skeleton label={common.loading()} /> : <ErrorScreen error={error} onRetry={() => void refetch()} />;
  if (data === null) return <Navigate to="/sign-in" replace />;
  const [first] = data.sites;
  // The server says at the end of the set-up if the operator may not create sites.
  if (first === undefined) return <Navigate to="." href={withBase(SET_UP_PATH)} replace />;
  location.replace(withBase(screenPath(first.key)));
  return null;
}
