// Analytics as consent comes and goes: opened once, when it may run for the first time; disabled and enabled after that.

import { type SiteEvent, tracked } from '@marquee/rules/analytics/events.ts';
import { type TrackerSettings, isGranted, running } from '@marquee/rules/analytics/loading.ts';
import type { Watched } from '@marquee/rules/cell.ts';
import type { ConsentView } from '@marquee/rules/consent.ts';
import type { Library } from './library.ts';
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
  readonly view: () => PageView;
  readonly log: (reason: unknown) => void;
}

export interface Tracking {
  /** Another page was opened without loading it anew (PAGE-04). */
  readonly routed: () => void;
}

/** Runs analytics for as long as it is enabled (CONS-02, CONS-03, ANLY-05). */
export function startTracking(parts: TrackingParts): Tracking {
  const { settings, consent, log } = parts;
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
      library.page(parts.view());
    } catch (reason) {
      log(reason);
    } finally {
      isFetching = false;
    }
    hearken();
  }

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
    if (view.consent === false) parts.forget();
  }

  consent.subscribe(look);
  look();
  return {
    routed: () => {
      if (isOn) library?.page(parts.view());
    },
  };
}
