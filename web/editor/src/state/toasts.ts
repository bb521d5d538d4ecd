// Notices that go away by themselves.

import { valueStore } from './value-store.ts';

export interface ToastAction {
  readonly label: string;
  readonly href?: string;
  readonly onAction?: () => void;
}

export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly action?: ToastAction | undefined;
}

/** How long a toast is shown, in milliseconds (ux 5.0). */
const DURATION = 10_000;

const store = valueStore<readonly Toast[]>([]);
let lastId = 0;

const remove = (id: number): void => store.set(store.value().filter((toast) => toast.id !== id));

export const TOASTS = { value: store.value, subscribe: store.subscribe, remove };

/** Shows a notice, at most three at once. */
export function showToast(text: string, action?: ToastAction): void {
  lastId += 1;
  const id = lastId;
  store.set([...store.value(), { id, text, action }].slice(-3));
  setTimeout(() => remove(id), DURATION);
}
