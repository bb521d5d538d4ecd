// The site's own consent notice, in a React root beside the page.

import type { PageData, ThirdParties } from '@marquee/api/schema.gen.ts';
import { createRoot } from 'react-dom/client';
import type { LaterMessages, Messages } from '../../messages/messages.ts';
import { LaterMessagesProvider } from '../../state/later.ts';
import { isOpenedOrFramed } from '../../state/opened-or-framed.ts';
import type { EmbeddedTool } from '../../state/outside/consent/embedded.ts';
import { PageProvider } from '../../state/page.ts';
import { Consent } from './Consent.tsx';

export interface ConsentOptions {
  readonly tool: EmbeddedTool;
  readonly thirdParties: ThirdParties;
  readonly data: PageData;
  readonly messages: Messages;
  readonly laterMessages: LaterMessages;
}

/** Mounts the notice after the skip link, early in the tab order, without taking the focus. */
export function mountConsent({ tool, thirdParties, data, messages, laterMessages }: ConsentOptions): void {
  const container = document.createElement('div');
  // The live region must exist before its text, so that the text is announced.
  container.ariaLive = 'polite';
  container.tabIndex = -1;
  const skip = document.querySelector('#root > a');
  // In a page that an editor may preview, React owns the content of #root.
  if (skip === null || isOpenedOrFramed()) document.body.prepend(container);
  else skip.after(container);
  createRoot(container).render(
    <PageProvider page={{ ...data, messages }}>
      <LaterMessagesProvider messages={laterMessages}>
        <Consent tool={tool} thirdParties={thirdParties} />
      </LaterMessagesProvider>
    </PageProvider>,
  );
}
