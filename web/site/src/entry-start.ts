// The small script that runs at once: it handles clicks and restores the scroll position. React loads when the page is idle.
// It imports the base stylesheets; components import the others. Header, menu and footer work without scripts and are rendered only
// by the server, so only their stylesheets are imported.
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
import { listenToClicks, mayBeEmbedded, restoreScrollAndFocus } from './state/clicks.ts';
import { watchFailures } from './state/failures.ts';
import { watchOtherTabs } from './state/member/cross-tab-sign-in.ts';
import { MEMBER_HINTS } from './state/member-hints.gen.ts';
import { pageData } from './state/page-data.ts';
import { whenReady } from './state/when-ready.ts';

export function start(messages: Messages): void {
  watchFailures();
  restoreScrollAndFocus();
  const loadMember = () => import('./entry-member.ts');
  const loadOutside = () => import('./entry-outside.ts');
  listenToClicks((link) => {
    const { open } = link.dataset;
    // If the code cannot be loaded, the link is followed.
    (open === 'choices' ? loadOutside() : open ? import('./entry-open.tsx') : loadMember())
      .then(({ handleLink }) => handleLink(link, messages))
      .catch(() => location.assign(link.href));
  });
  const startMember = (): void => void loadMember().then((entry) => entry.startMember(messages));
  const startIfSignedIn = (): void => {
    if (MEMBER_HINTS.test(document.cookie)) startMember();
  };
  // The member area removes its parameters from the URL, because they may be secret (security 5.3).
  const tokenParameter = document.documentElement.dataset['tokenParameter'];
  const hasMemberParameter =
    MEMBER_HINTS.test(location.search) ||
    (tokenParameter !== undefined && new URLSearchParams(location.search).has(tokenParameter));
  if (hasMemberParameter) startMember();
  else startIfSignedIn();
  watchOtherTabs(startIfSignedIn);
  const { body } = document;
  // In embedded mode links are changed before the first click: until then the page is inert (EMBED-04).
  body.inert = mayBeEmbedded();
  const embedded = body.inert
    ? import('./state/embedding.ts')
        .then(({ startEmbeddedMode }) => startEmbeddedMode())
        // Without it the links lead out of the embedding page; the rest of the page works.
        .catch(() => undefined)
        .finally(() => {
          body.inert = false;
        })
    : undefined;
  whenReady(async () => {
    void import('./state/worker.ts').then(({ startWorker }) => startWorker());
    await embedded;
    const { hydrate } = await import('./entry-hydrate.tsx');
    void hydrate(pageData(), messages);
    // Third parties are not loaded if the URL had parameters for the member area (security 5.3).
    if (!hasMemberParameter && document.documentElement.dataset['outside'])
      void loadOutside().then(({ startOutside }) => startOutside(messages));
  });
}
