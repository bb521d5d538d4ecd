// The draft of the open site for components.

import { createContext, use, useCallback, useEffect, useMemo, useSyncExternalStore } from 'react';
import { call } from './api/client.ts';
import type { Draft, DraftEdits, DraftUpdate, DraftVersion, OperatorAccount } from '@marquee/api/editor.gen.ts';
import type { AlertSender } from './alerts/sender.ts';
import { type DraftState, saveStateOf } from './draft/machine.ts';
import { type DraftPorts, DraftStore } from './draft/store.ts';
import { storedEdits, storeEdits } from './draft/device.ts';
import { useMessages } from './messages.ts';
import { valueAt } from './pointer.ts';
import { type SiteAccess, canChange } from './roles.ts';
import { showToast } from './toasts.ts';

/** The open site, its draft and its unsent alerts. */
export interface OpenSite {
  readonly site: SiteAccess;
  readonly draft: DraftStore;
  /** Changes of alerts that wait for a connection: alerts are no part of the draft. */
  readonly alerts: AlertSender;
}

export const OpenSiteContext = createContext<OpenSite | undefined>(undefined);

export function useOpenSite(): OpenSite {
  const open = use(OpenSiteContext);
  if (open === undefined) throw new Error('no site is open');
  return open;
}

/** The network, the device and the clock of a draft. */
const portsOf = (access: SiteAccess, operator: string, self: string, onForbidden: () => void): DraftPorts => ({
  load: () => call<Draft>('GET', `${access.key}/draft`),
  version: () => call<DraftVersion>('GET', `${access.key}/draft/version`),
  patch: (edits) => call<DraftUpdate>('PATCH', `${access.key}/draft`, { edits: [...edits] } satisfies DraftEdits),
  discard: (request) => call<DraftUpdate>('POST', `${access.key}/draft/discard`, request),
  stored: () => storedEdits(localStorage, access.key, operator),
  store: (edits) => storeEdits(localStorage, access.key, operator, edits),
  now: () => Date.now(),
  later(run, delay) {
    const timer = setTimeout(run, delay);
    return () => clearTimeout(timer);
  },
  isVisible: () => document.visibilityState === 'visible',
  mayEdit: (change) => canChange(access, change),
  onForbidden,
  self,
});

/** Opens the draft of a site for as long as the component is shown. */
export function useDraftStore(site: SiteAccess, { id, name }: OperatorAccount): DraftStore {
  const { errors } = useMessages();
  const store = useMemo(
    () =>
      new DraftStore(
        portsOf(site, id, name, () => showToast(site.theaters === undefined ? errors.notAllowed() : errors.limited())),
      ),
    [site, id, name, errors],
  );
  useEffect(() => {
    const stop = store.start();
    const flush = (): void => void store.flush();
    addEventListener('online', flush);
    addEventListener('focusout', flush);
    return () => {
      removeEventListener('online', flush);
      removeEventListener('focusout', flush);
      stop();
    };
  }, [store]);
  return store;
}

/** The state of the draft; undefined while it is loaded. */
export function useDraft(): DraftState | undefined {
  const { draft } = useOpenSite();
  return useSyncExternalStore(draft.subscribe, draft.state);
}

/** A part of the draft, and a function that changes it; undefined removes it. */
export function usePart(pointer: string): readonly [value: unknown, change: (value: unknown) => void] {
  const { draft } = useOpenSite();
  const value = useSyncExternalStore(draft.subscribe, () => valueAt(draft.state()?.content, pointer));
  const change = useCallback((to: unknown) => draft.edit([{ pointer, to }]), [draft, pointer]);
  return [value, change];
}

/** Number of changes that are not published, with those that are not sent yet. */
export function countChanges(state: DraftState): number {
  const pointers = new Set(state.server.changes.map(({ pointer }) => pointer));
  for (const { pointer } of [...state.pending, ...state.sending]) pointers.add(pointer);
  return pointers.size;
}

export const useSaveState = () => {
  const state = useDraft();
  return state === undefined ? undefined : saveStateOf(state);
};

/** Why the draft could not be loaded; undefined if it was. */
export function useDraftError(): unknown {
  const { draft } = useOpenSite();
  return useSyncExternalStore(draft.subscribe, draft.error);
}
