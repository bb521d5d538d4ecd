// The small part that runs at once: clicks and the place on the page. React comes when there is time for it.
// The base of the one stylesheet stands here; components bring the rest. Header, menu and footer are links and popovers,
// which the browser knows by itself: the server alone renders them, and only their styles come along.
// oxlint-disable import/no-unassigned-import -- stylesheets have nothing to assign

import '@marquee/ui/layers.css';
import '@marquee/ui/tokens.css';
import '@marquee/ui/base.css';
import './features/frame/SkipLink.module.css';
import './features/frame/Header.module.css';
import './features/frame/Logo.module.css';
import './features/frame/MenuSheet.module.css';
import './features/frame/Locales.module.css';
import './features/frame/ModeSwitch.module.css';
import './features/frame/Footer.module.css';
import type { Messages } from './messages/messages.ts';
import { listenToClicks, mayBeEmbedded, restorePlace } from './state/clicks.ts';
import { watchFailures } from './state/failures.ts';
import { watchOtherTabs } from './state/member/sign-in-elsewhere.ts';
import { whenReady } from './state/when-ready.ts';

/** The cookie that says that somebody is signed in, and how the parameters begin that hand something over (handed.ts). */
const MEMBER = /loyaltyState|[?&](return|token|user|email|reset|uid)/;

export function start(messages: Messages): void {
  watchFailures();
  restorePlace();
  const member = () => import('./entry-member.ts');
  const outside = () => import('./entry-outside.ts');
  listenToClicks((link) => {
    const { open } = link.dataset;
    // Without the code there is still the page it stands for.
    (open === 'choices' ? outside() : open ? import('./entry-open.tsx') : member()).then((the) => the.act(link, messages)).catch(() => location.assign(link.href));
  });
  // Somebody is signed in, or arrives with something for the member area: what it is does not stay in the address (security 5.3).
  const own = document.documentElement.dataset['tokenParameter'];
  const arrives = MEMBER.test(location.search) || (own !== undefined && new URLSearchParams(location.search).has(own));
  const lookForMember = (): void => {
    if (MEMBER.test(document.cookie)) void member().then((the) => the.startMember(messages));
  };
  if (arrives) void member().then((the) => the.startMember(messages));
  else lookForMember();
  watchOtherTabs(lookForMember);
  const { body } = document;
  // Where links lead is known before the first one is used: until then the page takes no clicks (EMBED-04).
  body.inert = mayBeEmbedded();
  const embedded = body.inert
    ? import('./state/embedding.ts').then(({ embedVisit }) => embedVisit()).finally(() => {
        body.inert = false;
      })
    : undefined;
  whenReady(async () => {
    void import('./state/worker.ts').then(({ startWorker }) => startWorker());
    await embedded;
    const { hydrate } = await import('./entry-hydrate.tsx');
    void hydrate(messages);
    // Consent, analytics and ads, where the site has any; nobody else is asked where the address had a secret (security 5.3).
    if (!arrives && document.documentElement.dataset['outside']) void outside().then((the) => the.startOutside(messages));
  });
}
