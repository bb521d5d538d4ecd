// Context with the messages of code that is loaded on demand.

import { createContext, createElement, use, type ReactNode } from 'react';
import type { LaterMessages } from '../messages/messages.ts';

const LaterContext = createContext<LaterMessages | null>(null);

export function LaterMessagesProvider({ words, children }: { words: LaterMessages; children: ReactNode }) {
  return createElement(LaterContext, { value: words }, children);
}

export function useLaterMessages(): LaterMessages {
  const words = use(LaterContext);
  if (words === null) throw new Error('useLaterMessages outside of LaterMessagesProvider');
  return words;
}
