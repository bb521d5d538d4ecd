// Analytics as consent comes and goes: opened once, when it may run for the first time; disabled and enabled after that.

import { type SiteEvent, tracked } from '@marquee/rules/analytics/events.ts';
import { type TrackerSettings, isGranted, running } from '@marquee/rules/analytics/loading.ts';
import type { Watched } from '@marquee/rules/cell.ts';
import type { ConsentView } from '@marquee/rules/consent.ts';
import type { Library } from './library.ts';
import type { Outbox } from './outbox.ts';
import type { PageView } from './page-view.ts';

export interface TrackingParts {
  readonly settings: TrackerSettings;
  readonly consent: Watched<ConsentView>;
  /** Downloads the library; what it resolves to makes it. */
  readonly fetchLibrary: () => Promise<() => Library>;
  /** Loads the launch script (ANLY-11). */
  readonly launch: () => Promise<void>;
  /** Tells tags what consent there is, the first time before any of them loads. */
  readonly tellConsent: (granted: boolean) => void;
  /** Takes away what a refused service left in this browser. */
  readonly forget: () => void;
  /** Gives the site's events to a listener; without one they wait. */
  readonly hear: (listener: ((event: SiteEvent) => void) | undefined) => void;
  /** Removes and returns the events that wait for a listener. */
  readonly takeWaiting: () => readonly SiteEvent[];
  /** Keeps undelivered events for the next page. */
  readonly outbox: Outbox;
  readonly view: () => PageView;
  readonly log: (reason: unknown) => void;
}

export interface Tracking {
  /** Another page was opened without loading it anew (PAGE-04). */
  readonly routed: () => void;
  /** The page is being left: keeps undelivered events for the next one. */
  readonly left: () => void;
  /** The page is back from the back/forward cache: sends the kept events. */
  readonly returned: () => void;
}

/** Runs analytics for as long as it is enabled (CONS-02, CONS-03, ANLY-05). */
export function startTracking(parts: TrackingParts): Tracking {
  const { settings, consent, outbox, log } = parts;
  let library: Library | undefined;
  let isOn = false;
  let isFetching = false;
  let isLaunched = false;
  let isTold = false;

  const mayRun = (): boolean => running(consent.get(), settings).analytics;

  async function open(): Promise<void> {
    isFetching = true;
    try {
      const make = await parts.fetchLibrary();
      // Consent may have gone while it came.
      if (!mayRun()) return;
      library = make();
      isOn = true;
      outbox.noteRun();
      library.page(parts.view());
      resend();
    } catch (reason) {
      log(reason);
    } finally {
      isFetching = false;
    }
    hearken();
  }

  function resend(): void {
    if (isOn) for (const unsent of outbox.take()) library?.resend(unsent);
  }

  /** Whether events may be stored: analytics runs, or has run in this tab and the consent tool has not responded yet. */
  const mayKeep = (): boolean => mayRun() || (outbox.hasRun() && consent.get().consent === undefined && !consent.get().isReady);

  /** Events go to analytics, wait for it, or, once it is refused, nowhere. */
  function hearken(): void {
    if (isOn) parts.hear((event) => library?.track(tracked(event)));
    else parts.hear(consent.get().consent === false ? () => undefined : undefined);
  }

  function look(): void {
    const view = consent.get();
    const { analytics, launch } = running(view, settings);
    if (analytics || launch || isTold) {
      isTold = true;
      parts.tellConsent(isGranted(view));
    }
    if (launch && !isLaunched) {
      isLaunched = true;
      parts.launch().catch(log);
    }
    if (library === undefined) {
      if (analytics && !isFetching) void open();
    } else if (analytics !== isOn) {
      isOn = analytics;
      if (analytics) library.enable();
      else library.disable();
    }
    hearken();
    if (view.consent === false) {
      outbox.clear();
      parts.forget();
    }
  }

  consent.subscribe(look);
  look();
  return {
    routed: () => {
      if (isOn) library?.page(parts.view());
    },
    left: () => {
      const waiting = parts.takeWaiting().map((event) => ({ event: tracked(event) }));
      if (mayKeep()) outbox.keep([...(library?.takeUnsent() ?? []), ...waiting]);
    },
    returned: resend,
  };
}
