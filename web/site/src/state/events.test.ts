import type { SiteEvent } from '@marquee/rules/analytics/events.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { emit, hearEvents } from './events.ts';

const opened = (number: number): SiteEvent => ({ name: 'film_opened', filmId: String(number) });
const ignore = (): void => undefined;

beforeEach(() => {
  hearEvents(ignore);
  hearEvents(undefined);
});

describe('ANLY-07 events', () => {
  it('wait for whoever hears them, in their order', () => {
    const heard: SiteEvent[] = [];
    emit(opened(1));
    emit(opened(2));
    hearEvents((event) => heard.push(event));
    emit(opened(3));
    expect(heard).toEqual([opened(1), opened(2), opened(3)]);
  });

  it('that waited are given away once', () => {
    const heard: SiteEvent[] = [];
    emit(opened(1));
    hearEvents(ignore);
    hearEvents((event) => heard.push(event));
    expect(heard).toEqual([]);
  });

  it('wait up to fifty', () => {
    const heard: SiteEvent[] = [];
    for (let number = 0; number < 60; number += 1) emit(opened(number));
    hearEvents((event) => heard.push(event));
    expect(heard).toHaveLength(50);
    expect(heard[0]).toEqual(opened(0));
  });
});
