// Loads third parties (analytics, ads) and the consent notice. This entry is loaded if `<html data-outside>` has the address of the
// settings, which are fetched separately and are the same for everybody. Each part is loaded only if it is configured.

import type { PageData, ThirdParties } from '@marquee/api/schema.gen.ts';
import { type Observable, cell } from '@marquee/rules/cell.ts';
import { DIDOMI } from '@marquee/rules/didomi.ts';
import { PRIVACY_CHOICES } from '@marquee/rules/privacy-choices.ts';
import { STATE_COOKIE } from '@marquee/rules/shared.gen.ts';
import type { LaterMessages, Messages } from './messages/messages.ts';
import { pageData } from './state/page-data.ts';
import { removeAnalyticsCommands } from './state/outside/analytics/remove-analytics-commands.ts';
import { whenTrackersMayStart } from './state/outside/tracker-start.ts';
import { watchConsent } from './state/outside/consent/consent.ts';
import { didomi } from './state/outside/consent/didomi.ts';
import { embedded } from './state/outside/consent/embedded.ts';
import type { ConsentTool } from './state/outside/consent/tool.ts';
import type { ThirdPartyContext } from './state/outside/third-party-context.ts';

let started: Promise<ConsentTool | undefined> | undefined;

/** Starts third parties, once. Resolves to the consent tool, if the site has one. If the settings cannot be fetched, nothing is loaded. */
export function startOutside(messages: Messages): Promise<ConsentTool | undefined> {
  started ??= start(messages).catch(() => {
    started = undefined;
    return undefined;
  });
  return started;
}

/** Opens the privacy choices. Follows the link if they cannot be opened. */
export async function handleLink(link: HTMLAnchorElement, messages: Messages): Promise<void> {
  // Not every browser focuses clicked links; the dialog returns the focus to the focused element.
  if (document.activeElement === document.body) link.focus({ preventScroll: true });
  const tool = await startOutside(messages);
  if (!tool?.showChoices()) location.assign(link.href);
}

async function start(messages: Messages): Promise<ConsentTool | undefined> {
  const href = document.documentElement.dataset['outside'];
  if (!href) return undefined;
  // Before any third party is loaded: their scripts read the page's URL.
  removeAnalyticsCommands();
  const data = pageData();
  const thirdParties = await fetchSettings(href);
  const laterMessages = async (): Promise<LaterMessages> => (await messages.later()).messages;
  const tool = await createConsentTool(thirdParties, { data, messages, laterMessages });
  startParts(
    {
      thirdParties,
      data,
      consent: watchConsent(thirdParties, tool),
      isSignedIn: isSignedIn(messages),
      isConsentNoticeOpen: () => tool?.isNoticeShown() === true,
    },
    laterMessages,
  );
  if (tool !== undefined) openChoicesByHash(tool);
  return tool;
}

async function fetchSettings(href: string): Promise<ThirdParties> {
  const response = await fetch(href);
  if (!response.ok) throw new Error(`${response.status}`);
  return response.json();
}

interface PageContext {
  readonly data: PageData;
  readonly messages: Messages;
  readonly laterMessages: () => Promise<LaterMessages>;
}

/** Creates the consent tool: Didomi, or the embedded notice, which is mounted when it is first needed. */
async function createConsentTool(
  thirdParties: ThirdParties,
  { data, messages, laterMessages }: PageContext,
): Promise<ConsentTool | undefined> {
  const { consent } = thirdParties;
  if (consent === undefined) return undefined;
  if (consent.tool === 'didomi') return didomi(consent, (await laterMessages()).consent.providerPicture({ provider: DIDOMI }));
  const tool = embedded(consent, thirdParties);
  let isMounted = false;
  const mountIfNeeded = (): void => {
    const { isNoticeShown, areChoicesShown } = tool.state.get();
    if (isMounted || !(isNoticeShown || areChoicesShown)) return;
    isMounted = true;
    Promise.all([import('./features/consent/mount-consent.tsx'), laterMessages()]).then(
      ([{ mountConsent }, later]) => mountConsent({ tool, thirdParties, data, messages, laterMessages: later }),
      () => {
        isMounted = false;
      },
    );
  };
  tool.state.subscribe(mountIfNeeded);
  mountIfNeeded();
  return tool;
}

/** The page works without a part whose code cannot be loaded. An error of the part itself is still reported. */
const ignoreLoadFailure = (): void => undefined;

/** Starts analytics and ads if they are configured. Pages of the member area have no trackers, and ads only if allowed (security 6.2). */
function startParts(context: ThirdPartyContext, laterMessages: () => Promise<LaterMessages>): void {
  const { thirdParties, data } = context;
  const isMemberPage = data.page.kind === 'member';
  const { analytics, containers, launchScript, marketing, ads } = thirdParties;
  const hasTrackers = analytics !== undefined || containers.length > 0 || launchScript !== '' || marketing !== undefined;
  if (hasTrackers && !isMemberPage)
    void import('./state/outside/analytics/start.ts').then(({ startAnalytics }) => startAnalytics(context), ignoreLoadFailure);
  if (ads === undefined || (isMemberPage && !ads.onMemberPages)) return;
  whenTrackersMayStart(() => {
    // Starts in a separate task, so that evaluating the imports and starting the ads do not block input together.
    void Promise.all([import('./features/ads/start.tsx'), laterMessages()]).then(
      ([{ startAds }, later]) => setTimeout(startAds, 0, context, later.ads),
      ignoreLoadFailure,
    );
  });
}

/** Opens the privacy choices when the URL has their hash. */
function openChoicesByHash(tool: ConsentTool): void {
  const check = (): void => {
    if (location.hash === PRIVACY_CHOICES) tool.showChoices();
  };
  addEventListener('hashchange', check);
  check();
}

/** Whether a member is signed in; undefined until that is known. Without the state cookie it is false, and the member area is not loaded. */
function isSignedIn(messages: Messages): Observable<boolean | undefined> {
  const state = cell<boolean | undefined>(undefined);
  if (!document.cookie.includes(STATE_COOKIE)) state.set(false);
  else void followSession(messages, state.set).catch(() => state.set(false));
  return state;
}

async function followSession(messages: Messages, onChange: (isSignedIn: boolean | undefined) => void): Promise<void> {
  const member = await (await import('./entry-member.ts')).startMember(messages);
  if (member === undefined) {
    onChange(false);
    return;
  }
  const update = (): void => {
    const { kind } = member.machine.get();
    onChange(kind === 'loading' ? undefined : kind !== 'signed-out');
  };
  member.machine.subscribe(update);
  update();
}
