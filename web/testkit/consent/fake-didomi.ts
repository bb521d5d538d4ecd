// A fake Didomi for tests, with the behavior of the stub in docs/spec/third-party.md, 1, on a fake page.

import type { DidomiNotice } from '@marquee/rules/didomi.ts';
import type { PopupPicture } from '@marquee/site/src/state/outside/consent/provider-picture.ts';
import type { DidomiPage } from '@marquee/site/src/state/outside/consent/didomi.ts';

/** The notice of a site with Didomi. */
export const NOTICE: DidomiNotice = {
  tool: 'didomi',
  noticeId: 'n1',
  apiKey: 'k1',
  sdkPath: 'https://sdk.example/',
  appName: 'Acme',
  logoUrl: 'https://acme.example/logo.png',
  privacyPolicyUrl: 'https://acme.example/privacy/',
  country: 'US',
};

type Listener = (payload: unknown) => void;
type Status = Record<string, boolean | undefined>;

/** A picture in the popup. */
export interface FakePicture {
  text: string | null;
  readonly opensTab: boolean;
  /** How often its text was set. */
  written: number;
}

/** An empty page whose clock is controlled by the test. */
export function fakePage() {
  const names = new Map<string, unknown>();
  const loads: { readonly id: string; readonly address: string; readonly ready: ReadonlySet<string> }[] = [];
  const frames: string[] = [];
  const timers = new Map<number, { readonly ms: number; readonly run: () => void; due: number }>();
  const pictures: FakePicture[] = [];
  const state = { now: 0, hasPopup: false, hasGpc: false, checks: 0, fails: false };
  let messageListener: (data: unknown, respond: (message: unknown) => void) => void = () => {};
  const page: DidomiPage = {
    get: (name) => names.get(name),
    set: (name, value) => void names.set(name, value),
    hostname: 'acme.example',
    load: async (id, address) => {
      loads.push({ id, address, ready: new Set(names.keys()) });
      if (state.fails) throw new Error('blocked');
    },
    addFrame: (name) => void frames.push(name),
    onMessage: (listener) => {
      messageListener = listener;
    },
    hasPopup: () => state.hasPopup,
    hasGpc: () => state.hasGpc,
    pictures: () => {
      state.checks += 1;
      return pictures.map((picture): PopupPicture => ({
        text: picture.text,
        opensTab: picture.opensTab,
        setText: (text) => {
          picture.text = text;
          picture.written += 1;
        },
      }));
    },
    every: (ms, run) => {
      const id = timers.size + loads.length + state.now + 1;
      timers.set(id, { ms, run, due: state.now + ms });
      return () => void timers.delete(id);
    },
  };
  return {
    page,
    state,
    loads,
    frames,
    timers,
    pictures,
    get: page.get,
    send: (data: unknown, respond: (message: unknown) => void = () => {}) => messageListener(data, respond),
    /** Advances the clock and runs the timers that are due. */
    advance: (ms: number) => {
      const end = state.now + ms;
      while (state.now < end) {
        state.now += 1;
        for (const timer of timers.values()) {
          if (state.now !== timer.due) continue;
          timer.due += timer.ms;
          timer.run();
        }
      }
    },
  };
}

/** Puts the tool on a page, as its script does. */
export function loadFakeDidomi(
  page: DidomiPage,
  { regulation = 'gdpr', vendors = {} }: { readonly regulation?: string; readonly vendors?: Status } = {},
) {
  const chosen: Status = { ...vendors };
  const listeners: { readonly event: string; readonly listener: Listener }[] = [];
  const shown = { notice: false, preferences: false };
  let isOptedOut = false;
  const emit = (event: string, payload: unknown): void => {
    for (const entry of listeners) if (entry.event === event) entry.listener(payload);
  };
  const ids = (): string[] => [...new Set(['google', 'web', 'tags', ...Object.keys(chosen)])];
  const hide = (): void => {
    if (!shown.notice) return;
    shown.notice = false;
    emit('notice.hidden', {});
  };
  const chooseAll = (allowed: boolean): void => {
    for (const id of ids()) chosen[id] = allowed;
    isOptedOut = !allowed;
    hide();
    emit('consent.changed', { consentToken: {} });
  };
  const api: Record<string, unknown> = {
    isConsentRequired: () => regulation === 'gdpr',
    isRegulationApplied: (name: unknown) => name === regulation,
    getUserConsentStatusForVendor: (id: unknown) => chosen[String(id)],
    getUserStatus: () => ({
      purposes: {
        consent: { enabled: [], disabled: [] },
        legitimate_interest: { enabled: [], disabled: [] },
        global: { enabled: [], disabled: [] },
        essential: [],
      },
    }),
    getCurrentUserStatus: () => ({
      regulation,
      purposes: {},
      vendors: Object.fromEntries(
        ids().map((id) => [id, { id, enabled: regulation === 'gdpr' ? chosen[id] === true : !isOptedOut }]),
      ),
    }),
    notice: {
      isVisible: () => shown.notice,
      show: () => {
        shown.notice = true;
        emit('notice.shown', {});
      },
      hide,
    },
    preferences: {
      isVisible: () => shown.preferences,
      show: () => {
        shown.preferences = true;
      },
      hide: () => {
        shown.preferences = false;
      },
    },
  };
  const drain = (name: string, take: (item: unknown) => void): void => {
    const waiting = page.get(name);
    page.set(name, { push: (...items: readonly unknown[]) => items.forEach(take) });
    if (Array.isArray(waiting)) waiting.forEach(take);
  };
  const isListener = (item: unknown): item is { event: string; listener: Listener } =>
    typeof item === 'object' && item !== null && 'event' in item && 'listener' in item;
  page.set('Didomi', api);
  drain('didomiEventListeners', (item) => isListener(item) && listeners.push(item));
  return {
    api,
    shown,
    chosen,
    emit,
    hide,
    show: () => {
      shown.notice = true;
      emit('notice.shown', {});
    },
    agree: () => chooseAll(true),
    disagree: () => chooseAll(false),
    /** Signals that the tool is ready. */
    ready: () => drain('didomiOnReady', (run) => typeof run === 'function' && run(api)),
  };
}
