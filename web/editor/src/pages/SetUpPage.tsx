import { Navigate } from '@tanstack/react-router';
import { SetUp } from '../features/set-up/SetUp.tsx';
import { ErrorScreen } from '../parts/ErrorScreen.tsx';
import { Skeleton } from '../parts/Surface.tsx';
import { withBase } from '../state/location.ts';
import { useMessages } from '../state/messages.ts';
import { useSession } from '../state/session.ts';

/** The set-up of a new site, for operators who are signed in. */
export function SetUpPage() {
  const { common, errors } = useMessages();
  const { data, error, refetch } = useSession();
  if (data === undefined)
    return error === null ? <Skeleton label={common.loading()} /> : <ErrorScreen error={error} onRetry={() => void refetch()} />;
  if (data === null) return <Navigate to="." href={withBase('/sign-in/?next=/editor/set-up/')} replace />;
  return data.mayCreateSites ? <SetUp /> : <ErrorScreen title={errors.notAllowed()} />;
}
