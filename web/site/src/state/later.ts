// Context with the messages of code that is loaded on demand.

import { LoadingLabel } from '@marquee/ui/Spinner/loading-label.ts';
import { createContext, createElement, use, type ReactNode } from 'react';
import type { LaterMessages } from '../messages/messages.ts';

const LaterContext = createContext<LaterMessages | null>(null);

/** Provides the messages, and the label of spinners, to `children`. */
export function LaterMessagesProvider({ messages, children }: { messages: LaterMessages; children: ReactNode }) {
  return createElement(
    LaterContext,
    { value: messages },
    createElement(LoadingLabel, { value: messages.common.loading() }, children),
  );
}

export function useLaterMessages(): LaterMessages {
  const messages = use(LaterContext);
  if (messages === null) throw new Error('useLaterMessages outside of LaterMessagesProvider');
  return messages;
}
