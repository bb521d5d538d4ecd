// Which films lead the home page on which days: the bars of the plan, and how they give way to each other.

import { isRecord, text } from '@marquee/api/json.ts';
import type { PartChange } from '../draft/machine.ts';
import { isSame, pointerOf, valueAt } from '../pointer.ts';
import { isDay, laterDay } from '../program/clock.ts';

const PATH = ['site', 'config', 'options', 'featuredFilms'] as const;

/** Where the draft has the featured films. */
export const FEATURED_POINTER = pointerOf(...PATH);

/** A film that leads the home page for some days. */
export interface Feature {
  readonly id: string;
  /** Id of the film. */
  readonly film: string;
  /** First day, `2026-11-20`. */
  readonly from: string;
  /** Last day; empty for no end. */
  readonly to: string;
  /** Id of the theater; empty for all theaters. */
  readonly theater: string;
}

/** The part of a feature that is moved: its days, its first day or its last day. */
export type FeaturePart = 'days' | 'start' | 'end';

const featurePointer = (id: string): string => pointerOf(...PATH, id);

export const newFeatureId = (): string => crypto.randomUUID().slice(0, 8);

/** A day, `2026-11-20`; empty for anything else. A draft can have values that are refused when it is published. */
const dayOf = (value: unknown): string => (isDay(text(value)) ? text(value) : '');

/** The featured films that have a first day, by that day. */
export function featuresOf(content: unknown): readonly Feature[] {
  const features = valueAt(content, FEATURED_POINTER);
  return Object.entries(isRecord(features) ? features : {})
    .flatMap(([id, value]) =>
      isRecord(value)
        ? [
            {
              id,
              film: text(value['movieId']),
              from: dayOf(value['from']),
              to: dayOf(value['to']),
              theater: text(value['theaterId']),
            },
          ]
        : [],
    )
    .filter(({ from }) => from !== '')
    .toSorted((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0));
}

export const writtenFeature = ({ film, from, to, theater }: Feature): Readonly<Record<string, unknown>> => ({
  movieId: film,
  from,
  ...(to === '' ? {} : { to }),
  ...(theater === '' ? {} : { theaterId: theater }),
});

/** Number of days from one day to another. */
export const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);

const isActive = ({ from, to }: Feature, day: string): boolean => from <= day && (to === '' || day <= to);

/** The film that leads on a day for visitors of a theater, or of all: as SITE-12 says, without excluded films. */
export function leadOn(features: readonly Feature[], day: string, theater = ''): Feature | undefined {
  const active = features.filter((feature) => isActive(feature, day));
  return (
    active.find((feature) => theater !== '' && feature.theater === theater) ?? active.find((feature) => feature.theater === '')
  );
}

/** A feature with a part some days later. A feature has at least one day. `last` is the last day of what is shown. */
export function shifted(feature: Feature, part: FeaturePart, days: number, last: string): Feature {
  const { from, to } = feature;
  if (part === 'days') return { ...feature, from: laterDay(from, days), to: to === '' ? '' : laterDay(to, days) };
  if (part === 'start') {
    const start = laterDay(from, days);
    return { ...feature, from: to !== '' && start > to ? to : start };
  }
  const end = laterDay(to === '' ? last : to, days);
  return { ...feature, to: end < from ? from : end };
}

/**
 * The features with one of them changed or added. Those of the same theaters do not overlap: the later one begins when the other has
 * ended, with as many days as before; one without an end ends when the next begins.
 */
export function placed(features: readonly Feature[], changed: Feature): readonly Feature[] {
  const others = features.filter(({ id }) => id !== changed.id);
  const lane = [...others.filter(({ theater }) => theater === changed.theater), changed].toSorted((a, b) =>
    a.from === b.from ? Number(a.id === changed.id) - Number(b.id === changed.id) : a.from < b.from ? -1 : 1,
  );
  const result: Feature[] = others.filter(({ theater }) => theater !== changed.theater);
  let before: Feature | undefined;
  for (const feature of lane) {
    let next = feature;
    if (before !== undefined && (before.to === '' || feature.from <= before.to)) {
      if (before.to === '') {
        result.splice(result.indexOf(before), 1);
        // Of two that begin on the same day, the one without an end gives way as a whole.
        if (before.from < feature.from) result.push({ ...before, to: laterDay(feature.from, -1) });
      } else {
        const from = laterDay(before.to, 1);
        const length = feature.to === '' ? 0 : daysBetween(feature.from, feature.to);
        next = { ...feature, from, to: feature.to !== '' && feature.to < from ? laterDay(from, length) : feature.to };
      }
    }
    result.push(next);
    before = next;
  }
  return result;
}

/** The changes of the draft from one plan to another. */
export function planChanges(before: readonly Feature[], after: readonly Feature[]): readonly PartChange[] {
  const removed = before.filter(({ id }) => !after.some((feature) => feature.id === id));
  const changed = after.filter(
    (feature) =>
      !isSame(
        feature,
        before.find(({ id }) => id === feature.id),
      ),
  );
  return [
    ...removed.map(({ id }) => ({ pointer: featurePointer(id), to: undefined })),
    ...changed.map((feature) => ({ pointer: featurePointer(feature.id), to: writtenFeature(feature) })),
  ];
}

export interface Days {
  readonly from: string;
  readonly to: string;
}

/** The days from `first` to `last` on which none of the features leads. */
export function gapsOf(features: readonly Feature[], { from: first, to: last }: Days): readonly Days[] {
  const gaps: Days[] = [];
  let day = first;
  for (const { from, to } of features) {
    if (from > last) break;
    if (from > day) gaps.push({ from: day, to: laterDay(from, -1) });
    if (to === '') return gaps;
    if (to >= day) day = laterDay(to, 1);
  }
  return day > last ? gaps : [...gaps, { from: day, to: last }];
}
