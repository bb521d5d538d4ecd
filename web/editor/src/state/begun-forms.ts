// Forms that outlast their screen until they are saved. What a person typed is forgotten with their session.

import { useSyncExternalStore } from 'react';
import { valueStore } from './value-store.ts';

/** The begun forms of one kind, by a key. */
export interface BegunForms<Form> {
  /** The begun form; undefined if nothing was typed. */
  readonly find: (key: string) => Form | undefined;
  readonly useForm: (key: string) => Form | undefined;
  /** Keeps a form while other screens are shown; undefined forgets it. */
  readonly keep: (key: string, form: Form | undefined) => void;
}

/** Forgets forms of one kind: all of them, or only those with a secret. */
type Forget = (which: 'all' | 'secret') => void;

const kinds = new Set<Forget>();

/** Begun forms of one kind. `hasSecret` tells those that nobody but their author may see. */
export function begunForms<Form>(hasSecret: (form: Form) => boolean): BegunForms<Form> {
  const store = valueStore<Readonly<Record<string, Form>>>({});
  kinds.add((which) =>
    store.set(which === 'all' ? {} : Object.fromEntries(Object.entries(store.value()).filter(([, form]) => !hasSecret(form)))),
  );
  return {
    find: (key) => store.value()[key],
    useForm: (key) => useSyncExternalStore(store.subscribe, store.value)[key],
    keep(key, form) {
      const { [key]: _, ...others } = store.value();
      store.set(form === undefined ? others : { ...others, [key]: form });
    },
  };
}

/** Forgets all begun forms: the operator has signed out. */
export const forgetBegunForms = (): void => kinds.forEach((forget) => forget('all'));

/** Forgets the begun forms with a secret: the session has ended, and its screen waits for a person who signs in. */
export const forgetBegunSecrets = (): void => kinds.forEach((forget) => forget('secret'));
