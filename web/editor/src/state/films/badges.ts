// The badge of a film: derived from its dates, or chosen.

import { isRecord, list, text } from '@marquee/api/json.ts';
import type { PartChange } from '../draft/machine.ts';
import { changedFields, type EditedFilm, isOverridden } from './film.ts';

export const BADGES = ['automatic', 'none', 'NEW', 'PREVIEW', 'own'] as const;
export type Badge = (typeof BADGES)[number];

/** The most characters of a badge in own words. */
export const MAX_BADGE_TEXT = 24;

/** The fields of a film that decide about its badge. */
export const BADGE_FIELDS = ['badges', 'ownBadgesOnly', 'badgeText'] as const;

/** The badge that the record of a film chooses. */
export function badgeOf(record: unknown): Badge {
  const { badges, ownBadgesOnly, badgeText }: Readonly<Record<string, unknown>> = isRecord(record) ? record : {};
  if (badgeText !== undefined && badgeText !== null) return 'own';
  const chosen = list(badges);
  if (chosen.includes('NEW')) return 'NEW';
  if (chosen.includes('PREVIEW')) return 'PREVIEW';
  return ownBadgesOnly === true ? 'none' : 'automatic';
}

/** The badge in words of the operator; empty without one. */
export const badgeTextOf = (record: unknown): string => (isRecord(record) ? text(record['badgeText']) : '');

/** Whether the badge does not follow the feed. */
export const hasOwnBadge = (film: EditedFilm): boolean => BADGE_FIELDS.some((name) => isOverridden(film, [name]));

/** Chooses a badge; `words` are those of an own one. */
export const chosenBadge = (film: EditedFilm, badge: Badge, words: string): PartChange =>
  changedFields(film, {
    badges: badge === 'NEW' || badge === 'PREVIEW' ? [badge] : [],
    ownBadgesOnly: badge === 'none' || badge === 'own' ? true : undefined,
    badgeText: badge === 'own' ? words : undefined,
  });

/** The badge that the feed gives. */
export const feedBadge = (film: EditedFilm): PartChange =>
  changedFields(film, Object.fromEntries(BADGE_FIELDS.map((name) => [name, film.feed?.[name]])));
