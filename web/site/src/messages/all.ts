// Every catalogue: for the server only. The browser's entries import one each.

import { messages as en } from 'virtual:messages/en';
import { messages as fr } from 'virtual:messages/fr';
import type { Locale, Messages } from './messages.ts';

export const CATALOGUES: Readonly<Record<Locale, Messages>> = { en, fr };
