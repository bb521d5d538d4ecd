import type { Failure } from '@marquee/rules/loyalty/calls/responses.ts';
import { Message } from '@marquee/ui/Message/Message.tsx';
import type { ReactNode } from 'react';
import { useGuestFailureText } from './use-guest-failure-text.ts';

/** Message that says why a call failed; `children` offers a remedy. Give each attempt its own key, so that its message takes the focus. */
export function FailureMessage({ failure, focus = true, children }: { failure: Failure; focus?: boolean; children?: ReactNode }) {
  const failureText = useGuestFailureText();
  return (
    <Message kind="error" focus={focus}>
      <p>{failureText(failure)}</p>
      {children}
    </Message>
  );
}
