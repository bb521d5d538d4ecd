// Runs analytics by consent: the library is created when analytics may run for the first time, and then disabled and enabled.

import { type SiteEvent, tracked } from '@marquee/rules/analytics/events.ts';
import { type TrackerSettings, isGranted, running } from '@marquee/rules/analytics/loading.ts';
import type { Observable } from '@marquee/rules/cell.ts';
import type { ConsentView } from '@marquee/rules/consent.ts';
import type { Library } from './library.ts';
import type { Outbox } from './outbox.ts';
import type { PageView } from './page-view.ts';

export interface TrackingParts {
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
  readonly routed: () => void;
  /** Stores undelivered events for the next page. Call it when the page is left. */
  readonly left: () => void;
  /** Sends the stored events. Call it when the page returns from the back/forward cache. */
  readonly returned: () => void;
}

/** Runs analytics for as long as it is enabled (CONS-02, CONS-03, ANLY-05). */
export function startTracking(parts: TrackingParts): Tracking {
  const { settings, consent, outbox, log } = parts;
  let library: Library | undefined;
  let isOn = false;
  let isFetching = false;
  let isLaunched = false;
  let isConsentSet = false;

  const mayRun = (): boolean => running(consent.get(), settings).analytics;

  async function open(): Promise<void> {
    isFetching = true;
    try {
      const createLibrary = await parts.fetchLibrary();
      // Consent may have been withdrawn meanwhile.
      if (!mayRun()) return;
      library = createLibrary();
      isOn = true;
      outbox.noteRun();
      library.page(parts.view());
      resend();
    } catch (reason) {
      log(reason);
    } finally {
      isFetching = false;
    }
    updateListener();
  }

  function resend(): void {
    if (isOn) for (const unsent of outbox.take()) library?.resend(unsent);
  }

  /** Whether events may be stored: analytics may run, or has run in this tab and the consent tool has not responded yet. */
  const mayStore = (): boolean => mayRun() || (outbox.hasRun() && consent.get().consent === undefined && !consent.get().isReady);

  /** Sends events to analytics, lets them wait, or drops them after a refusal. */
  function updateListener(): void {
    if (isOn) parts.setListener((event) => library?.track(tracked(event)));
    else parts.setListener(consent.get().consent === false ? () => undefined : undefined);
  }

  function update(): void {
    const view = consent.get();
    const { analytics, launch } = running(view, settings);
    if (analytics || launch || isConsentSet) {
      isConsentSet = true;
      parts.setConsent(isGranted(view));
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
    updateListener();
    if (view.consent === false) {
      outbox.clear();
      parts.forget();
    }
  }

  consent.subscribe(update);
  update();
  return {
    routed: () => {
      if (isOn) library?.page(parts.view());
    },
    left: () => {
      const waiting = parts.takeWaitingEvents().map((event) => ({ event: tracked(event) }));
      if (mayStore()) outbox.store([...(library?.takeUnsent() ?? []), ...waiting]);
    },
    returned: resend,
  };
}
