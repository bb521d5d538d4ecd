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

/** How long a toast is shown, in milliseconds (ux 5.0), from when the pointer and the focus have left it. */
const DURATION = 10_000;

const store = valueStore<readonly Toast[]>([]);
let lastId = 0;

/** The timers of the toasts that go away. */
const timers = new Map<number, ReturnType<typeof setTimeout>>();

/** Keeps a toast until it is let go. */
function hold(id: number): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
}

function remove(id: number): void {
  hold(id);
  store.set(store.value().filter((toast) => toast.id !== id));
}

function letGo(id: number): void {
  hold(id);
  timers.set(
    id,
    setTimeout(() => remove(id), DURATION),
  );
}

export const TOASTS = { value: store.value, subscribe: store.subscribe, remove, hold, letGo };

/** Shows a notice, at most three at once. */
export function showToast(text: string, action?: ToastAction): void {
  lastId += 1;
  const id = lastId;
  store.set([...store.value(), { id, text, action }].slice(-3));
  letGo(id);
}
