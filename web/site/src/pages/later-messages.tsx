import type { ReactElement } from 'react';
import type { Messages } from '../messages/messages.ts';
import { LaterMessagesProvider } from '../state/later.ts';

/** Wraps a page with the messages that are loaded on demand. */
export async function withLaterMessages(body: ReactElement, messages: Messages): Promise<ReactElement> {
  const { messages: laterMessages } = await messages.later();
  return <LaterMessagesProvider messages={laterMessages}>{body}</LaterMessagesProvider>;
}
