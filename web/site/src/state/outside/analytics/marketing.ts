// The cinema-marketing tracker (ANLY-01 to ANLY-04). No interface of one is published; it is told commands through a queue, which
// its script takes over.

import { type TrackerSettings, isMemberHash, mayIdentify, running } from '@marquee/rules/analytics/loading.ts';
import type { Watched } from '@marquee/rules/cell.ts';
import type { ConsentView } from '@marquee/rules/consent.ts';
import type { PageView } from './page-view.ts';

/** What it can be told. */
export type MarketingCommand =
  | readonly ['init', { readonly customerId: string }]
  | readonly ['page', PageView]
  | readonly ['identify', { readonly memberId: { readonly id: string; readonly loginDateTime: string } }];

export interface MarketingParts {
  readonly settings: TrackerSettings;
  readonly consent: Watched<ConsentView>;
  readonly push: (command: MarketingCommand) => void;
  readonly load: (script: string) => Promise<void>;
  /** The hashed id of the member who is signed in, as the server answers it. */
  readonly fetchId: () => Promise<unknown>;
  readonly view: () => PageView;
  readonly log: (reason: unknown) => void;
}

export interface Marketing {
  /** Another page was opened without loading it anew. */
  readonly routed: () => void;
  /** A member signed in at this time: ISO 8601 in UTC (ANLY-03, ANLY-04). */
  readonly identify: (loginDateTime: string) => Promise<void>;
}

export function startMarketing({ settings, consent, push, load, fetchId, view, log }: MarketingParts): Marketing {
  let isLoaded = false;

  const mayRun = (): boolean => running(consent.get(), settings).marketing;
  const look = (): void => {
    const { marketing } = settings;
    if (isLoaded || marketing === undefined || !mayRun()) return;
    isLoaded = true;
    push(['init', { customerId: marketing.customerId }]);
    push(['page', view()]);
    load(marketing.script).catch(log);
  };

  consent.subscribe(look);
  look();
  return {
    routed: () => {
      if (isLoaded && mayRun()) push(['page', view()]);
    },
    identify: async (loginDateTime) => {
      const may = (): boolean => isLoaded && mayRun() && mayIdentify(consent.get());
      if (!may()) return;
      try {
        const id = await fetchId();
        // A choice may have been made meanwhile.
        if (isMemberHash(id) && may()) push(['identify', { memberId: { id, loginDateTime } }]);
      } catch (reason) {
        log(reason);
      }
    },
  };
}
