import type { SiteEvent } from '@marquee/rules/analytics/events.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { emit, setEventListener } from './events.ts';

const opened = (number: number): SiteEvent => ({ name: 'film_opened', filmId: String(number) });
const ignore = (): void => undefined;

beforeEach(() => {
  setEventListener(ignore);
  setEventListener(undefined);
});

describe('ANLY-07 events', () => {
  it('wait for a listener and keep their order', () => {
    const received: SiteEvent[] = [];
    emit(opened(1));
    emit(opened(2));
    setEventListener((event) => received.push(event));
    emit(opened(3));
    expect(received).toEqual([opened(1), opened(2), opened(3)]);
  });

  it('that waited are delivered once', () => {
    const received: SiteEvent[] = [];
    emit(opened(1));
    setEventListener(ignore);
    setEventListener((event) => received.push(event));
    expect(received).toEqual([]);
  });

  it('beyond the first fifty are dropped while there is no listener', () => {
    const received: SiteEvent[] = [];
    for (let number = 0; number < 60; number += 1) emit(opened(number));
    setEventListener((event) => received.push(event));
    expect(received).toHaveLength(50);
    expect(received[0]).toEqual(opened(0));
  });
});
