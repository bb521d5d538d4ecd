// Texts that depend on the offered purposes and on the regulation.

import { type Purpose, consentModel } from '@marquee/rules/embedded-consent.ts';
import type { LaterMessages } from '../../messages/messages.ts';

type Texts = LaterMessages['consent'];

/** The case of the notice's text: the only purpose, or `both`. Marketing is mentioned only if it is the only one. */
export function noticeCase(purposes: readonly Purpose[]): Purpose | 'both' {
  const [first = 'marketing', second] = purposes.filter((purpose) => purpose !== 'marketing');
  return second === undefined ? first : 'both';
}

/** The labels of the buttons to decline and to accept. */
export const buttonLabels = (texts: Texts, regulation: string): { readonly no: string; readonly yes: string } =>
  consentModel(regulation) === 'opt-out'
    ? { no: texts.optOut(), yes: texts.allow() }
    : { no: texts.declineAll(), yes: texts.acceptAll() };

/** The name and the description of a purpose. */
export const purposeTexts = (texts: Texts, purpose: Purpose): { readonly name: string; readonly text: string } =>
  ({
    measurement: { name: texts.measurement(), text: texts.measurementText() },
    advertising: { name: texts.advertising(), text: texts.advertisingText() },
    marketing: { name: texts.marketing(), text: texts.marketingText() },
  })[purpose];
