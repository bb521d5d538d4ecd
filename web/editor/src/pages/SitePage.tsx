import { Navigate, Outlet, useParams } from '@tanstack/react-router';
import { Suspense, useMemo } from 'react';
import { Frame } from '../features/frame/Frame.tsx';
import { Interruptions } from '../features/sign-in/Interruptions.tsx';
import { ErrorScreen } from '../parts/ErrorScreen.tsx';
import { Skeleton } from '../parts/Surface.tsx';
import type { OperatorAccount } from '@marquee/api/editor.gen.ts';
import type { SiteAccess } from '../state/roles.ts';
import { closeDialog, useOpenDialog } from '../state/dialogs.ts';
import { OpenSiteContext, useDraftStore, useOpenSite } from '../state/drafts.ts';
import { withBase } from '../state/location.ts';
import { useMessages } from '../state/messages.ts';
import { useInterruption, useSession } from '../state/session.ts';
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
  const open = useMemo(() => ({ site, draft }), [site, draft]);
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
  const { draft } = useOpenSite();
  const name = useOpenDialog();
  const interruption = useInterruption();
  if (interruption !== undefined) return <Interruptions onSignedIn={() => void draft.load()} />;
  return (
    <Suspense fallback={<DialogPending onClose={closeDialog} />}>
      {name === 'publish' && <PublishDialog onClose={closeDialog} />}
      {name === 'palette' && <Palette onClose={closeDialog} />}
      {name === 'keys' && <KeysDialog onClose={closeDialog} />}
      {name === 'conflict' && <ConflictDialog onClose={closeDialog} />}
    </Suspense>
  );
}
