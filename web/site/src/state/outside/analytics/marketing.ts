// The cinema-marketing tracker (ANLY-01 to ANLY-04). It has no published interface: commands go into a queue, which its script
// processes.

import { type TrackerSettings, isMemberHash, mayIdentify, allowedTrackers } from '@marquee/rules/analytics/loading.ts';
import type { Observable } from '@marquee/rules/cell.ts';
import type { ConsentView } from '@marquee/rules/consent.ts';
import type { PageView } from './page-view.ts';

/** The commands of the tracker. */
export type MarketingCommand =
  | readonly ['init', { readonly customerId: string }]
  | readonly ['page', PageView]
  | readonly ['identify', { readonly memberId: { readonly id: string; readonly loginDateTime: string } }];

export interface MarketingDependencies {
  readonly settings: TrackerSettings;
  readonly consent: Observable<ConsentView>;
  readonly push: (command: MarketingCommand) => void;
  readonly load: (script: string) => Promise<void>;
  /** Fetches the hashed id of the signed-in member. The response is not validated. */
  readonly fetchId: () => Promise<unknown>;
  readonly view: () => PageView;
  readonly log: (reason: unknown) => void;
}

export interface Marketing {
  /** Reports that the path changed without loading a page. */
  readonly onRouteChange: () => void;
  /** Reports that a member signed in at this time: ISO 8601 in UTC (ANLY-03, ANLY-04). */
  readonly identify: (loginDateTime: string) => Promise<void>;
}

export function startMarketing({ settings, consent, push, load, fetchId, view, log }: MarketingDependencies): Marketing {
  let isLoaded = false;

  const mayRun = (): boolean => allowedTrackers(consent.get(), settings).marketing;
  const startIfAllowed = (): void => {
    const { marketing } = settings;
    if (isLoaded || marketing === undefined || !mayRun()) return;
    isLoaded = true;
    push(['init', { customerId: marketing.customerId }]);
    push(['page', view()]);
    load(marketing.script).catch(log);
  };

  consent.subscribe(startIfAllowed);
  startIfAllowed();
  return {
    onRouteChange: () => {
      if (isLoaded && mayRun()) push(['page', view()]);
    },
    identify: async (loginDateTime) => {
      const isAllowed = (): boolean => isLoaded && mayRun() && mayIdentify(consent.get());
      if (!isAllowed()) return;
      try {
        const id = await fetchId();
        // Consent may have changed meanwhile.
        if (isMemberHash(id) && isAllowed()) push(['identify', { memberId: { id, loginDateTime } }]);
      } catch (reason) {
        log(reason);
      }
    },
  };
}
