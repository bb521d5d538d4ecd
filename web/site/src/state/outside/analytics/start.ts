// Connects analytics, tag managers and the marketing tracker with the browser, consent and the site's events.

import { cookieModeHeaders } from '@marquee/rules/loyalty/calls/cookie-mode.ts';
import { isFramed } from '../../framed.ts';
import { cookieRemovals, serviceCookies } from '@marquee/rules/analytics/service-cookies.ts';
import { isDecided, isTracked } from '@marquee/rules/analytics/loading.ts';
import { MARKETING_ID_PATH } from '@marquee/rules/paths.gen.ts';
import { stopStoringClicks } from '../../early-click.ts';
import { emit, setEventListener, takeWaitingEvents } from '../../events.ts';
import { loadScript, pageScripts } from '../../load-script.ts';
import { onSignIn, takeSignIn } from '../../sign-in-record.ts';
import { whenTrackersMayStart } from '../tracker-start.ts';
import type { ThirdPartyContext } from '../third-party-context.ts';
import { removeAnalyticsCommands } from './remove-analytics-commands.ts';
import { createConsentMode, enqueue } from './layers.ts';
import type { Library } from './library.ts';
import { watchLinks } from './link-clicks.ts';
import { type Marketing, startMarketing } from './marketing.ts';
import { createPageViews } from './page-view.ts';
import { openOutbox } from './outbox.ts';
import { scheduleOf } from './schedule-of.ts';
import { watchRoutes } from './routes.ts';
import { takeEarlyClick } from './take-early-click.ts';
import { startTracking } from './tracking.ts';

/** The queue of the marketing tracker. */
const MARKETING_QUEUE = 'marqueeMarketing';

// oxlint-disable-next-line no-console -- a blocked script is not an error of the page and is only logged
const log = (reason: unknown): void => console.warn('Analytics is not complete:', reason);

/** Starts the trackers of the site at the first interaction or after three seconds. Pages of the member area have none (security 6.2). */
export function startAnalytics({ thirdParties, data, consent }: ThirdPartyContext): void {
  if (!isTracked(data.page.kind)) return;
  stopStoringClicks();
  takeEarlyClick(() => sessionStorage).forEach(emit);
  watchLinks(() => scheduleOf(data), emit);
  whenTrackersMayStart(() => {
    const view = createPageViews({ location, document });
    const tracking = startTracking({
      settings: thirdParties,
      consent,
      fetchLibrary: async () => {
        const { openLibrary } = await import('./library.ts');
        return (): Library => {
          // The URL may have changed since the page was opened.
          removeAnalyticsCommands();
          return openLibrary(thirdParties, log);
        };
      },
      launch: () => loadScript(pageScripts(), 'tag-launch', thirdParties.launchScript),
      setConsent: createConsentMode(window),
      forget: removeServiceCookies,
      setListener: setEventListener,
      takeWaitingEvents,
      outbox: openOutbox(() => sessionStorage),
      view,
      log,
    });
    addEventListener('pagehide', tracking.onPageHide);
    addEventListener('pageshow', ({ persisted }) => persisted && tracking.onPageRestore());
    const marketing = startMarketing({
      settings: thirdParties,
      consent,
      push: (command) => enqueue(window, MARKETING_QUEUE, command),
      load: (script) => loadScript(pageScripts(), 'marketing-tracker', script),
      fetchId: fetchMarketingId,
      view,
      log,
    });
    watchRoutes(
      { history, path: () => location.pathname, onPopState: (listener) => addEventListener('popstate', listener) },
      () => {
        tracking.onRouteChange();
        marketing.onRouteChange();
      },
    );
    reportSignIns(consent, marketing);
  });
}

/** Reports a sign-in as soon as consent is decided (ANLY-03). */
function reportSignIns(consent: ThirdPartyContext['consent'], marketing: Marketing): void {
  const report = (): void => {
    const signIn = isDecided(consent.get()) ? takeSignIn() : undefined;
    if (signIn === undefined) return;
    emit({ name: 'sign_in', way: signIn.method });
    if (signIn.method === 'join') emit({ name: 'join' });
    void marketing.identify(signIn.at);
  };
  onSignIn(report);
  consent.subscribe(report);
  report();
}

/** Removes the cookies of the analytics service. */
function removeServiceCookies(): void {
  for (const name of serviceCookies(document.cookie)) {
    for (const removal of cookieRemovals(name, location.hostname)) {
      // oxlint-disable-next-line unicorn/no-document-cookie -- the Cookie Store API is not in every browser
      document.cookie = removal;
    }
  }
}

/** The member's hashed id, not validated; undefined if nobody is signed in or the server responds with an error. */
async function fetchMarketingId(): Promise<unknown> {
  const response = await fetch(MARKETING_ID_PATH, {
    credentials: 'same-origin',
    headers: { Accept: 'application/json', ...cookieModeHeaders(isFramed()) },
  });
  if (!response.ok) return undefined;
  const data: unknown = await response.json();
  return typeof data === 'object' && data !== null && 'id' in data ? data.id : undefined;
}
