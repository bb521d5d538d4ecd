// Texts of what is loaded when it is used.

import type { LaterMessages, Locale } from './messages.ts';

/** The later catalogue of a locale. */
export async function laterMessages(locale: Locale): Promise<LaterMessages> {
  const { messages } = locale === 'fr' ? await import('virtual:messages/fr.later') : await import('virtual:messages/en.later');
  return messages;
}
