// Every catalogue: for the server only. The browser's entries import one each.

import { messages as en } from 'virtual:messages/en';
import { messages as enLater } from 'virtual:messages/en.later';
import { messages as fr } from 'virtual:messages/fr';
import { messages as frLater } from 'virtual:messages/fr.later';
import type { LaterMessages, Locale, Messages } from './messages.ts';

export const CATALOGUES: Readonly<Record<Locale, Messages>> = { en, fr };

/** What the browser loads when it is used, and the server when a page begins with it. */
export const LATER_CATALOGUES: Readonly<Record<Locale, LaterMessages>> = { en: enLater, fr: frLater };
