// What the site loads from other machines, and who asks visitors for their consent to it: loaded where `<html data-outside>`
// says that there is any. The settings come by themselves, the same for everybody; each part is loaded only where it is set up.

import type { PageData, ThirdParties } from '@marquee/api/schema.gen.ts';
import { type Watched, cell } from '@marquee/rules/cell.ts';
import { DIDOMI } from '@marquee/rules/didomi.ts';
import { PRIVACY_CHOICES } from '@marquee/rules/privacy-choices.ts';
import { laterMessages } from './messages/later.ts';
import { type LaterMessages, type Messages, localeOf } from './messages/messages.ts';
import { ignoreOrders } from './state/outside/analytics/ignore-orders.ts';
import { whenAtEase } from './state/outside/at-ease.ts';
import { watchConsent } from './state/outside/consent/consent.ts';
import { didomi } from './state/outside/consent/didomi.ts';
import { embedded } from './state/outside/consent/embedded.ts';
import type { ConsentTool } from './state/outside/consent/tool.ts';
import type { Surroundings } from './state/outside/surroundings.ts';

let started: Promise<ConsentTool | undefined> | undefined;

/** Starts once; answers with the consent tool, if the site has one. Where the settings cannot be had, nothing is loaded. */
export function startOutside(m: Messages): Promise<ConsentTool | undefined> {
  started ??= start(m).catch(() => {
    started = undefined;
    return undefined;
  });
  return started;
}

/** Opens the visitor's choices in place of the page that a link leads to. */
export async function act(link: HTMLAnchorElement, m: Messages): Promise<void> {
  // Not every browser focuses clicked links; the dialog gives the focus back to what has it now.
  if (document.activeElement === document.body) link.focus({ preventScroll: true });
  const tool = await startOutside(m);
  if (!tool?.showChoices()) location.assign(link.href);
}

async function start(m: Messages): Promise<ConsentTool | undefined> {
  const href = document.documentElement.dataset['outside'];
  if (!href) return undefined;
  // Before anything of others is there: their scripts read the address of the page, whichever of them comes first.
  ignoreOrders();
  const data: PageData = JSON.parse(document.getElementById('page-data')?.textContent ?? '');
  const parties = await settings(href);
  const words = (): Promise<LaterMessages> => laterMessages(localeOf(data.context.intl.locale.short));
  const tool = await toolOf(parties, { data, m, words });
  startParts({ parties, data, consent: watchConsent(parties, tool), isSignedIn: isSignedIn(m), isAsking: () => tool?.isNoticeShown() === true }, words);
  if (tool !== undefined) followHash(tool);
  return tool;
}

async function settings(href: string): Promise<ThirdParties> {
  const answer = await fetch(href);
  if (!answer.ok) throw new Error(`${answer.status}`);
  return answer.json();
}

interface Here {
  readonly data: PageData;
  readonly m: Messages;
  readonly words: () => Promise<LaterMessages>;
}

/** Who asks for consent: the tool of others, or the notice of this product, which is drawn when it is needed. */
async function toolOf(parties: ThirdParties, { data, m, words }: Here): Promise<ConsentTool | undefined> {
  const { consent } = parties;
  if (consent === undefined) return undefined;
  if (consent.tool === 'didomi') return didomi(consent, (await words()).consent.providerPicture({ provider: DIDOMI }));
  const tool = embedded(consent, parties);
  let isDrawn = false;
  const draw = (): void => {
    const { isNoticeShown, areChoicesShown } = tool.state.get();
    if (isDrawn || !(isNoticeShown || areChoicesShown)) return;
    isDrawn = true;
    Promise.all([import('./features/consent/mount-consent.tsx'), words()]).then(
      ([{ mountConsent }, later]) => mountConsent({ tool, parties, data, m, words: later }),
      () => {
        isDrawn = false;
      },
    );
  };
  tool.state.subscribe(draw);
  draw();
  return tool;
}

/** Analytics and ads, each where it is set up; pages of the member area have no trackers, and ads only where allowed (security 6.2). */
function startParts(surroundings: Surroundings, words: () => Promise<LaterMessages>): void {
  const { parties, data } = surroundings;
  const isMemberPage = data.page.kind === 'member';
  const { analytics, containers, launchScript, marketing, ads } = parties;
  const hasTrackers = analytics !== undefined || containers.length > 0 || launchScript !== '' || marketing !== undefined;
  if (hasTrackers && !isMemberPage) void import('./state/outside/analytics/start.ts').then(({ startAnalytics }) => startAnalytics(surroundings));
  if (ads === undefined || (isMemberPage && !ads.onMemberPages)) return;
  whenAtEase(() => {
    // In a task of its own: together with the evaluation of what was imported it would hold up a visitor's click.
    void Promise.all([import('./features/ads/start.tsx'), words()]).then(([{ startAds }, later]) => setTimeout(startAds, 0, surroundings, later.ads));
  });
}

/** An address that ends with the choices opens them. */
function followHash(tool: ConsentTool): void {
  const follow = (): void => {
    if (location.hash === PRIVACY_CHOICES) tool.showChoices();
  };
  addEventListener('hashchange', follow);
  follow();
}

/** Whether a member is signed in. Without the cookie that says so nobody is, and nothing of the member area is loaded. */
function isSignedIn(m: Messages): Watched<boolean | undefined> {
  const known = cell<boolean | undefined>(undefined);
  if (!document.cookie.includes('loyaltyState')) known.set(false);
  else void followMember(m, known.set).catch(() => known.set(false));
  return known;
}

async function followMember(m: Messages, tell: (isSignedIn: boolean | undefined) => void): Promise<void> {
  const member = await (await import('./entry-member.ts')).startMember(m);
  if (member === undefined) {
    tell(false);
    return;
  }
  const follow = (): void => {
    const { kind } = member.machine.get();
    tell(kind === 'loading' ? undefined : kind !== 'signed-out');
  };
  member.machine.subscribe(follow);
  follow();
}
