import type { ThirdParties } from '@marquee/api/schema.gen.ts';
import { useState, useSyncExternalStore } from 'react';
import { useLaterMessages } from '../../state/later.ts';
import type { EmbeddedTool } from '../../state/outside/consent/embedded.ts';
import { ConsentChoices } from './ConsentChoices.tsx';
import { ConsentNotice } from './ConsentNotice.tsx';

/** The site's own consent notice and its dialog of choices. Rendered in a live region, which announces changes. */
export function Consent({ tool, thirdParties }: { tool: EmbeddedTool; thirdParties: ThirdParties }) {
  const { consent } = useLaterMessages();
  const { isNoticeShown, areChoicesShown, choice } = useSyncExternalStore(tool.state.subscribe, tool.state.get, tool.state.get);
  const [initialChoice] = useState(choice);
  return (
    <>
      {isNoticeShown ? (
        <ConsentNotice
          tool={tool}
          privacyHref={thirdParties.consent?.tool === 'embedded' ? thirdParties.consent.privacyHref : ''}
        />
      ) : null}
      {choice === initialChoice || areChoicesShown ? null : <p className="sr">{consent.saved()}</p>}
      {areChoicesShown ? <ConsentChoices tool={tool} thirdParties={thirdParties} /> : null}
    </>
  );
}
