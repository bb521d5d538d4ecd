// Runs analytics by consent: the library is created when analytics may run for the first time, and then disabled and enabled.

import { type SiteEvent, toTrackedEvent } from '@marquee/rules/analytics/events.ts';
import { type TrackerSettings, isGranted, allowedTrackers } from '@marquee/rules/analytics/loading.ts';
import type { Observable } from '@marquee/rules/cell.ts';
import type { ConsentView } from '@marquee/rules/consent.ts';
import type { Library } from './library.ts';
import type { Outbox } from './outbox.ts';
import type { PageView } from './page-view.ts';

export interface TrackingDependencies {
  readonly settings: TrackerSettings;
  readonly consent: Observable<ConsentView>;
  /** Downloads the library. Resolves to a function that creates it. */
  readonly fetchLibrary: () => Promise<() => Library>;
  /** Loads the launch script (ANLY-11). */
  readonly launch: () => Promise<void>;
  /** Sets the consent of tags. It is called before any tag loads. */
  readonly setConsent: (granted: boolean) => void;
  /** Removes the cookies of a refused service. */
  readonly forget: () => void;
  /** Sets the listener for the site's events. With undefined, events wait. */
  readonly setListener: (listener: ((event: SiteEvent) => void) | undefined) => void;
  /** Removes and returns the events that wait for a listener. */
  readonly takeWaitingEvents: () => readonly SiteEvent[];
  /** Stores undelivered events for the next page. */
  readonly outbox: Outbox;
  readonly view: () => PageView;
  readonly log: (reason: unknown) => void;
}

export interface Tracking {
  /** Reports that the path changed without loading a page (PAGE-04). */
  readonly onRouteChange: () => void;
  /** Stores undelivered events for the next page. Call it when the page is left. */
  readonly onPageHide: () => void;
  /** Sends the stored events. Call it when the page returns from the back/forward cache. */
  readonly onPageRestore: () => void;
}

/** Runs analytics for as long as it is enabled (CONS-02, CONS-03, ANLY-05). */
export function startTracking(dependencies: TrackingDependencies): Tracking {
  const { settings, consent, outbox, log } = dependencies;
  let library: Library | undefined;
  let isOn = false;
  let isFetching = false;
  let isLaunched = false;
  let isConsentSet = false;

  const mayRun = (): boolean => allowedTrackers(consent.get(), settings).analytics;

  async function open(): Promise<void> {
    isFetching = true;
    try {
      const createLibrary = await dependencies.fetchLibrary();
      // Consent may have been withdrawn meanwhile.
      if (!mayRun()) return;
      library = createLibrary();
      isOn = true;
      outbox.markRun();
      library.page(dependencies.view());
      resend();
    } catch (reason) {
      log(reason);
    } finally {
      isFetching = false;
    }
    updateListener();
  }

  function resend(): void {
    if (isOn) for (const undelivered of outbox.take()) library?.resend(undelivered);
  }

  /** Whether events may be stored: analytics may run, or has run in this tab and the consent tool has not responded yet. */
  const mayStore = (): boolean => mayRun() || (outbox.hasRun() && consent.get().consent === undefined && !consent.get().isReady);

  /** Sends events to analytics, lets them wait, or drops them after a refusal. */
  function updateListener(): void {
    if (isOn) dependencies.setListener((event) => library?.track(toTrackedEvent(event)));
    else dependencies.setListener(consent.get().consent === false ? () => undefined : undefined);
  }

  function update(): void {
    const view = consent.get();
    const { analytics, launch } = allowedTrackers(view, settings);
    if (analytics || launch || isConsentSet) {
      isConsentSet = true;
      dependencies.setConsent(isGranted(view));
    }
    if (launch && !isLaunched) {
      isLaunched = true;
      dependencies.launch().catch(log);
    }
    if (library === undefined) {
      if (analytics && !isFetching) void open();
    } else if (analytics !== isOn) {
      isOn = analytics;
      if (analytics) library.enable();
      else library.disable();
    }
    updateListener();
    if (view.consent === false) {
      outbox.clear();
      dependencies.forget();
    }
  }

  consent.subscribe(update);
  update();
  return {
    onRouteChange: () => {
      if (isOn) library?.page(dependencies.view());
    },
    onPageHide: () => {
      const waiting = dependencies.takeWaitingEvents().map((event) => ({ event: toTrackedEvent(event) }));
      if (mayStore()) outbox.store([...(library?.takeUndelivered() ?? []), ...waiting]);
    },
    onPageRestore: resend,
  };
}
