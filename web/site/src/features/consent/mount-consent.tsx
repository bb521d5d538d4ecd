// The site's own consent notice in a root of its own, beside the page.

import type { PageData, ThirdParties } from '@marquee/api/schema.gen.ts';
import { createRoot } from 'react-dom/client';
import type { LaterMessages, Messages } from '../../messages/messages.ts';
import { LaterProvider } from '../../state/later.ts';
import type { EmbeddedTool } from '../../state/outside/consent/embedded.ts';
import { PageProvider } from '../../state/page.ts';
import { Consent } from './Consent.tsx';

export interface ConsentParts {
  readonly tool: EmbeddedTool;
  readonly parties: ThirdParties;
  readonly data: PageData;
  readonly m: Messages;
  readonly words: LaterMessages;
}

/** Puts it where the keyboard comes to it early, without taking the focus: after the link that skips the header. */
export function mountConsent({ tool, parties, data, m, words }: ConsentParts): void {
  const place = document.createElement('div');
  // It is there before it has something to say, so that this is said.
  place.ariaLive = 'polite';
  place.tabIndex = -1;
  const skip = document.querySelector('#root > a');
  // In a page that an editor may preview React holds everything else.
  if (skip === null || window.opener || parent !== window) document.body.prepend(place);
  else skip.after(place);
  createRoot(place).render(
    <PageProvider page={{ ...data, m }}>
      <LaterProvider words={words}>
        <Consent tool={tool} parties={parties} />
      </LaterProvider>
    </PageProvider>,
  );
}
