import type { ReactElement } from 'react';
import type { Messages } from '../messages/messages.ts';
import { LaterMessagesProvider } from '../state/later.ts';

/** Wraps a page with the messages that are loaded on demand. */
export async function withLaterMessages(body: ReactElement, messages: Messages): Promise<ReactElement> {
  const { messages: words } = await messages.later();
  return <LaterMessagesProvider words={words}>{body}</LaterMessagesProvider>;
}
