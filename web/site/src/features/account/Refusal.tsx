import type { Failure } from '@marquee/rules/loyalty/calls/answers.ts';
import { Message } from '@marquee/ui/Message/Message.tsx';
import type { ReactNode } from 'react';
import { useRefusal } from './use-refusal.ts';

/** Why a form was refused; `children` is what can be done about it. The message of another try needs a key of its own. */
export function Refusal({ failure, focus = true, children }: { failure: Failure; focus?: boolean; children?: ReactNode }) {
  const say = useRefusal();
  return (
    <Message kind="error" focus={focus}>
      <p>{say(failure)}</p>
      {children}
    </Message>
  );
}
