// Analytics, tag managers and the marketing tracker of a page, from its consent to what they are told: the one file here that
// knows the browser.

import { removals, serviceCookies } from '@marquee/rules/analytics/leftovers.ts';
import { isDecided, isTracked } from '@marquee/rules/analytics/loading.ts';
import { stopStoringClicks } from '../../early-click.ts';
import { emit, hearEvents, takeWaiting } from '../../events.ts';
import { loadScript, pageScripts } from '../../load-script.ts';
import { onSignIn, takeSignIn } from '../../sign-in-note.ts';
import { whenAtEase } from '../at-ease.ts';
import type { Surroundings } from '../surroundings.ts';
import { ignoreOrders } from './ignore-orders.ts';
import { consentMode, enqueue } from './layers.ts';
import type { Library } from './library.ts';
import { watchLinks } from './link-clicks.ts';
import { type Marketing, startMarketing } from './marketing.ts';
import { viewer } from './page-view.ts';
import { openOutbox } from './outbox.ts';
import { programmeOf } from './programme-of.ts';
import { watchRoutes } from './routes.ts';
import { takeEarlyClick } from './take-early-click.ts';
import { startTracking } from './tracking.ts';

/** The queue of the marketing tracker. */
const MARKETING_QUEUE = 'marqueeMarketing';
/** Where the server answers the hashed id of who is signed in (ANLY-04). */
const MARKETING_ID = '/api/marketing-id';

// oxlint-disable-next-line no-console -- a script that is blocked is not the page's fault, and nothing else is done about it
const log = (reason: unknown): void => console.warn('Analytics is not complete:', reason);

/** Starts what the site has of it, as soon as the visitor or three seconds allow; on pages of members nothing (security 6.2). */
export function startAnalytics({ parties, data, consent }: Surroundings): void {
  if (!isTracked(data.page.kind)) return;
  stopStoringClicks();
  takeEarlyClick(() => sessionStorage).forEach(emit);
  watchLinks(() => programmeOf(data), emit);
  whenAtEase(() => {
    const view = viewer({ location, document });
    const tracking = startTracking({
      settings: parties,
      consent,
      fetchLibrary: async () => {
        const { openLibrary } = await import('./library.ts');
        return (): Library => {
          // A link within the page may have brought some back since it was opened.
          ignoreOrders();
          return openLibrary(parties, log);
        };
      },
      launch: () => loadScript(pageScripts(), 'tag-launch', parties.launchScript),
      tellConsent: consentMode(window),
      forget: forgetService,
      hear: hearEvents,
      takeWaiting,
      outbox: openOutbox(() => sessionStorage),
      view,
      log,
    });
    addEventListener('pagehide', tracking.left);
    addEventListener('pageshow', ({ persisted }) => persisted && tracking.returned());
    const marketing = startMarketing({
      settings: parties,
      consent,
      push: (command) => enqueue(window, MARKETING_QUEUE, command),
      load: (script) => loadScript(pageScripts(), 'marketing-tracker', script),
      fetchId: fetchMarketingId,
      view,
      log,
    });
    watchRoutes({ history, path: () => location.pathname, onPopState: (listener) => addEventListener('popstate', listener) }, () => {
      tracking.routed();
      marketing.routed();
    });
    tellSignIns(consent, marketing);
  });
}

/** Whoever signed in is told of once it is known what may be told (ANLY-03). */
function tellSignIns(consent: Surroundings['consent'], marketing: Marketing): void {
  const look = (): void => {
    const signIn = isDecided(consent.get()) ? takeSignIn() : undefined;
    if (signIn === undefined) return;
    emit({ name: 'sign_in', way: signIn.way });
    if (signIn.way === 'join') emit({ name: 'join' });
    void marketing.identify(signIn.at);
  };
  onSignIn(look);
  consent.subscribe(look);
  look();
}

/** Removes the cookies of the analytics service. */
function forgetService(): void {
  for (const name of serviceCookies(document.cookie)) {
    for (const removal of removals(name, location.hostname)) {
      // oxlint-disable-next-line unicorn/no-document-cookie -- the Cookie Store API is not in every browser
      document.cookie = removal;
    }
  }
}

/** Nobody is signed in, or the server does not say: then nobody is identified. */
async function fetchMarketingId(): Promise<unknown> {
  const answer = await fetch(MARKETING_ID, { credentials: 'same-origin', headers: { Accept: 'application/json', 'Boxoffice-Session-Mode': 'cookie' } });
  if (!answer.ok) return undefined;
  const read: unknown = await answer.json();
  return typeof read === 'object' && read !== null && 'id' in read ? read.id : undefined;
}
