import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { TOASTS, showToast } from './toasts.ts';

const texts = (): readonly string[] => TOASTS.value().map(({ text }) => text);
const last = (): number => TOASTS.value().at(-1)?.id ?? 0;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('ux 5.0 a toast goes away after ten seconds, and is kept while it is pointed at or has the focus', () => {
  showToast('Copied');
  showToast('Deleted', { label: 'Undo', onAction: () => undefined });
  vi.advanceTimersByTime(9_000);
  const held = last();
  TOASTS.hold(held);
  vi.advanceTimersByTime(1_000);
  expect(texts()).toEqual(['Deleted']);
  vi.advanceTimersByTime(60_000);
  TOASTS.letGo(held);
  vi.advanceTimersByTime(9_999);
  expect(texts()).toEqual(['Deleted']);
  vi.advanceTimersByTime(1);
  expect(texts()).toEqual([]);
});

it('ux 5.0 at most three toasts are shown', () => {
  for (const text of ['1', '2', '3', '4']) showToast(text);
  expect(texts()).toEqual(['2', '3', '4']);
  TOASTS.remove(last());
  vi.advanceTimersByTime(10_000);
  expect(texts()).toEqual([]);
});
