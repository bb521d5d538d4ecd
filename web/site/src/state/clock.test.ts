import { afterEach, describe, expect, it, vi } from 'vitest';
import { currentTime, firstBookable, localMinute, setClock, timeLike } from './clock.ts';

afterEach(() => void vi.useRealTimers());

it('the time is that of the server’s calendar', () => {
  vi.useFakeTimers({ now: 1_000_000 });
  expect(currentTime()).toBe(1_000_000);
  setClock(60);
  expect(currentTime()).toBe(1_060_000);
  setClock(0);
});

describe('the minute of the day', () => {
  it.each([
    ['2025-11-20T22:48:10Z', -300, 1068],
    ['2025-11-20T16:48:00Z', 60, 1068],
    ['2025-11-21T05:15:00Z', -300, 15],
    ['2025-11-21T08:00:00Z', -300, 180],
    ['2025-11-20T12:20:00Z', 330, 1070],
  ])('of %s in a zone %i minutes ahead of UTC is %i', (instant, offset, minute) => {
    expect(localMinute(Date.parse(instant), offset)).toBe(minute);
  });
});

describe('a time in the server’s format', () => {
  it.each([
    ['5:48 PM', 1085, '6:05 PM'],
    ['5:48 PM', 700, '11:40 AM'],
    ['5:48 PM', 1445, '12:05 AM'],
    ['5:48 p. m.', 700, '11:40 a. m.'],
    ['5:48 P. M.', 1085, '6:05 P. M.'],
    ['11:40 A. M.', 1085, '6:05 P. M.'],
    ['17:48', 1085, '18:05'],
    ['17:48 Uhr', 1085, '18:05 Uhr'],
    ['09:48', 545, '09:05'],
    ['09:48', 605, '10:05'],
    ['11:40 a. m.', 1085, '6:05 p. m.'],
    ['2025 5:48', 1085, '2025 5:48'],
    ['17 h 48', 1445, '0 h 05'],
    ['soon', 1085, 'soon'],
  ])('of %s at minute %i is %s', (sample, minute, expected) => {
    expect(timeLike(sample, minute)).toBe(expected);
  });
});

it.each([
  ['20:00', 0, 0],
  ['20:31', 0, 1],
  ['20:31', 15, 0],
  ['22:31', 15, -1],
] as const)('the first bookable show at %s, with %i minutes of late booking, is number %i', (time, late, index) => {
  const starts = ['2026-11-20T20:30:00Z', '2026-11-20T22:15:00Z'];
  expect(firstBookable(starts, late, Date.parse(`2026-11-20T${time}:00Z`))).toBe(index);
});
