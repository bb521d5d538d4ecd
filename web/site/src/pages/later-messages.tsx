import type { ReactElement } from 'react';
import { laterMessages } from '../messages/later.ts';
import { localeOf } from '../messages/messages.ts';
import { LaterMessagesProvider } from '../state/later.ts';

/** Wraps a page with the messages that are loaded on demand. */
export async function withLaterMessages(body: ReactElement): Promise<ReactElement> {
  const words = await laterMessages(localeOf(document.documentElement.lang.slice(0, 2)));
  return <LaterMessagesProvider words={words}>{body}</LaterMessagesProvider>;
}
