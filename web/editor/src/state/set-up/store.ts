// The answers of the set-up on the device, until the site is created.

import { useCallback, useSyncExternalStore } from 'react';
import { LANGUAGES } from '../messages.ts';
import { valueStore } from '../value-store.ts';
import { type SetUpForm, defaultsOf, storedForm } from './form.ts';
import { type Website, websiteStore } from './website.ts';

const STORAGE_KEY = 'marquee-editor-set-up';

const browserDefaults = (): SetUpForm =>
  defaultsOf({
    languages: navigator.languages,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    offered: LANGUAGES.map(({ locale }) => locale),
  });

function load(): SetUpForm {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null');
    return storedForm(stored, browserDefaults());
  } catch {
    return browserDefaults();
  }
}

const store = valueStore<SetUpForm | undefined>(undefined);
let initial: SetUpForm | undefined;

function current(): SetUpForm {
  initial ??= load();
  return store.value() ?? initial;
}

/** The form, and a function that changes answers. */
export function useSetUpForm(): readonly [form: SetUpForm, change: (answers: Partial<SetUpForm>) => void] {
  const form = useSyncExternalStore(store.subscribe, current);
  const change = useCallback((answers: Partial<SetUpForm>) => {
    const next = { ...current(), ...answers };
    store.set(next);
    localStorage.setItem(STORAGE_KEY, JSON.stringify(next));
  }, []);
  return [form, change];
}

/** Forgets the answers on the device: the site was created, and its last page is another document. */
export const forgetSetUp = (): void => localStorage.removeItem(STORAGE_KEY);

/** What was found on today's website so far. */
export const useWebsite = (): Website => useSyncExternalStore(websiteStore.subscribe, websiteStore.value);
