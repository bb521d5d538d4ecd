// Texts that depend on the offered purposes and on the regulation.

import { type Purpose, consentModel } from '@marquee/rules/embedded-consent.ts';
import type { LaterMessages } from '../../messages/messages.ts';

type Words = LaterMessages['consent'];

/** The case of the notice's text: the only purpose, or `both`. Marketing is not mentioned. */
export function noticeCase(offered: readonly Purpose[]): string {
  const [first, second] = offered.filter((purpose) => purpose !== 'marketing');
  return (second === undefined ? first : undefined) ?? 'both';
}

/** The labels of the buttons to decline and to accept. */
export const buttonLabels = (words: Words, regulation: string): { readonly no: string; readonly yes: string } =>
  consentModel(regulation) === 'opt-out'
    ? { no: words.optOut(), yes: words.allow() }
    : { no: words.declineAll(), yes: words.acceptAll() };

/** The name and the description of a purpose. */
export const purposeTexts = (words: Words, purpose: Purpose): { readonly name: string; readonly text: string } =>
  ({
    measurement: { name: words.measurement(), text: words.measurementText() },
    advertising: { name: words.advertising(), text: words.advertisingText() },
    marketing: { name: words.marketing(), text: words.marketingText() },
  })[purpose];
