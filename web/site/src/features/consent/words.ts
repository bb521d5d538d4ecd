// Words that depend on what is asked, and under which regulation.

import { type Purpose, askingOf } from '@marquee/rules/embedded-consent.ts';
import type { LaterMessages } from '../../messages/messages.ts';

type Words = LaterMessages['consent'];

/** What the notice asks for, as a case of its text. */
export function whatOf(offered: readonly Purpose[]): string {
  const [one, other] = offered.filter((purpose) => purpose !== 'marketing');
  return (other === undefined ? one : undefined) ?? 'both';
}

/** What no and yes are called. */
export const answersOf = (words: Words, regulation: string): { readonly no: string; readonly yes: string } =>
  askingOf(regulation) === 'meanwhile' ? { no: words.optOut(), yes: words.allow() } : { no: words.declineAll(), yes: words.acceptAll() };

/** The name of a purpose, and what it does. */
export const purposeWords = (words: Words, purpose: Purpose): { readonly name: string; readonly text: string } =>
  ({
    measurement: { name: words.measurement(), text: words.measurementText() },
    advertising: { name: words.advertising(), text: words.advertisingText() },
    marketing: { name: words.marketing(), text: words.marketingText() },
  })[purpose];
