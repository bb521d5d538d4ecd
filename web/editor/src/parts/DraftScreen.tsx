import type { ReactNode } from 'react';
import type { DraftState } from '../state/draft/machine.ts';
import { useDraft, useDraftError, useOpenSite } from '../state/drafts.ts';
import { useMessages } from '../state/messages.ts';
import { ErrorScreen } from './ErrorScreen.tsx';
import { Skeleton } from './Surface.tsx';

/** A screen that needs the draft: boxes until it is loaded. */
export function DraftScreen({ children }: { readonly children: (state: DraftState) => ReactNode }) {
  const { common } = useMessages();
  const { draft } = useOpenSite();
  const state = useDraft();
  const error = useDraftError();
  if (state !== undefined) return children(state);
  if (error === undefined) return <Skeleton label={common.loading()} />;
  return <ErrorScreen error={error} onRetry={() => void draft.load()} />;
}
