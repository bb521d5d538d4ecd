import type { OperatorRequest } from '@marquee/api/editor.gen.ts';
import { useMessages } from '../state/messages.ts';
import { VisuallyHidden } from './Surface.tsx';

/**
 * Announces each request of other operators once. It has no time, which changes every minute, and is shown before there are requests,
 * because screen readers announce only what is added to a live region. A dialog needs its own: it hides the rest of the page.
 */
export function RequestAnnouncer({ requests }: { readonly requests: readonly OperatorRequest[] }) {
  const { requests: words } = useMessages();
  return (
    <VisuallyHidden>
      <output aria-atomic="false">
        {requests.map(({ kind, from, name }) => (
          <span key={`${kind} ${from}`}>{words.asks[kind]({ name })} </span>
        ))}
      </output>
    </VisuallyHidden>
  );
}
