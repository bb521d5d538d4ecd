import { Navigate, Outlet, useParams } from '@tanstack/react-router';
import { Suspense, useCallback, useMemo } from 'react';
import { Frame } from '../features/frame/Frame.tsx';
import { Interruptions } from '../features/sign-in/Interruptions.tsx';
import { ErrorScreen } from '../parts/ErrorScreen.tsx';
import { Skeleton } from '../parts/Surface.tsx';
import type { OperatorAccount } from '@marquee/api/editor.gen.ts';
import { useAlertSender } from '../state/alerts/queries.ts';
import type { SiteAccess } from '../state/roles.ts';
import { closeDialog, useOpenDialog } from '../state/dialogs.ts';
import { OpenSiteContext, useDraftStore, useOpenSite } from '../state/drafts.ts';
import { withBase } from '../state/location.ts';
import { useMessages } from '../state/messages.ts';
import { useInterruption, useSession } from '../state/session.ts';
import { showToast } from '../state/toasts.ts';
import { ConflictDialog, KeysDialog, Palette, PublishDialog } from './dialogs.ts';
import { DialogPending } from './ScreenFallbacks.tsx';

/** A site: the frame with its draft, around one of its screens. */
export function SitePage() {
  const { common, errors } = useMessages();
  const { site: key } = useParams({ strict: false });
  const { data, error, refetch } = useSession();
  // A failed refresh of a known session leaves the screen as it is: edits stay on the device.
  if (data === undefined)
    return error === null ? <Skeleton label={common.loading()} /> : <ErrorScreen error={error} onRetry={() => void refetch()} />;
  if (data === null) {
    const next = encodeURIComponent(location.pathname);
    return <Navigate to="." href={withBase(`/sign-in/?next=${next}`)} replace />;
  }
  const site = data.sites.find((candidate) => candidate.key === key);
  if (site === undefined) return <ErrorScreen title={errors.noAccess()} />;
  return <OpenSitePage key={site.key} site={site} operator={data.operator} />;
}

function OpenSitePage({ site, operator }: { readonly site: SiteAccess; readonly operator: OperatorAccount }) {
  const draft = useDraftStore(site, operator);
  const { saving } = useMessages();
  const onSent = useCallback((count: number) => showToast(saving.sent({ count })), [saving]);
  const alerts = useAlertSender(site, operator.id, onSent);
  const open = useMemo(() => ({ site, draft, alerts }), [site, draft, alerts]);
  return (
    <OpenSiteContext value={open}>
      <Frame>
        <Suspense>
          <Outlet />
        </Suspense>
      </Frame>
      <Dialogs />
    </OpenSiteContext>
  );
}

/** The open dialog. An interruption goes first. */
function Dialogs() {
  const { draft, alerts } = useOpenSite();
  const name = useOpenDialog();
  const interruption = useInterruption();
  const onSignedIn = (): void => {
    void draft.load();
    void alerts.flush();
  };
  if (interruption !== undefined) return <Interruptions onSignedIn={onSignedIn} />;
  return (
    <Suspense fallback={<DialogPending onClose={closeDialog} />}>
      {name === 'publish' && <PublishDialog onClose={closeDialog} />}
      {name === 'palette' && <Palette onClose={closeDialog} />}
      {name === 'keys' && <KeysDialog onClose={closeDialog} />}
      {name === 'conflict' && <ConflictDialog onClose={closeDialog} />}
    </Suspense>
  );
}
