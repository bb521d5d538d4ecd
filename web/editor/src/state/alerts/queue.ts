// Changes of alerts that wait for a connection (ux 5.17, decision 0080). The draft has its own: an alert is no part of it.

import { field, list, text } from '@marquee/api/json.ts';
import { type Translations, filledIn, translationsOf } from '../content/languages.ts';
import { isSame as isSameValue } from '../pointer.ts';

/** What visitors read in an alert, and until when. */
export interface AlertText {
  readonly message: string;
  /** The message in other languages of the site, by language. */
  readonly translations: Translations;
  /** Local time of the theater, `2026-11-20T23:59`. */
  readonly ends: string;
  /** The same as an instant. */
  readonly endsAt: string;
}

/** A change of the alert of a theater that the server does not have yet. */
export interface UnsentAlert {
  readonly theater: string;
  /** The alert that the operator saw; undefined if the theater had none. */
  readonly seen?: AlertText;
  /** The alert to show; undefined ends it. */
  readonly next?: AlertText;
  /**
   * It waits for a connection, or it was not sent and the operator decides: somebody else has changed the alert (`theirs`), its end
   * has passed, or the server refuses it (`reason`).
   */
  readonly state: 'waiting' | 'conflict' | 'expired' | 'refused';
  /** What visitors see instead of `seen`; undefined if they see no alert any more. */
  readonly theirs?: AlertText;
  /** Why the server refuses it. */
  readonly reason?: string;
}

/** Whether two alerts say the same for the same time. */
const isSame = (a: AlertText | undefined, b: AlertText | undefined): boolean =>
  a === undefined || b === undefined
    ? a === b
    : a.message === b.message &&
      Date.parse(a.endsAt) === Date.parse(b.endsAt) &&
      isSameValue(filledIn(a.translations), filledIn(b.translations));

const hasEnded = (alert: AlertText, now: number): boolean => Date.parse(alert.endsAt) <= now;

const running = (alert: AlertText | undefined, now: number): AlertText | undefined =>
  alert === undefined || hasEnded(alert, now) ? undefined : alert;

/** The unsent changes with one more: the last one of a theater counts, and what the operator saw before the first one. */
export function withChange(
  unsent: readonly UnsentAlert[],
  theater: string,
  shown: AlertText | undefined,
  next: AlertText | undefined,
): readonly UnsentAlert[] {
  const earlier = unsent.find((change) => change.theater === theater);
  // Of a change that was not sent, the operator has been shown what visitors see.
  const seen = earlier?.state === 'waiting' ? earlier.seen : earlier?.state === 'conflict' ? earlier.theirs : shown;
  const others = unsent.filter((change) => change !== earlier);
  if (isSame(seen, next)) return others;
  return [...others, { theater, state: 'waiting', ...(seen && { seen }), ...(next && { next }) }];
}

/** What becomes of a change that waits, now that it is known which alert the theater has. `now`: in milliseconds. */
export type Verdict = 'send' | 'done' | UnsentAlert;

export function verdictOn(change: UnsentAlert, shown: AlertText | undefined, now: number): Verdict {
  if (change.next !== undefined && hasEnded(change.next, now)) return { ...change, state: 'expired' };
  const theirs = running(shown, now);
  if (isSame(theirs, change.next)) return 'done';
  // An alert that has ended by itself was not changed by anybody.
  if (isSame(theirs, running(change.seen, now))) return 'send';
  return { ...change, state: 'conflict', ...(theirs && { theirs }) };
}

/** The change of a conflict, which now replaces what visitors see. */
export const asMine = ({ theater, next, theirs }: UnsentAlert): UnsentAlert => ({
  theater,
  state: 'waiting',
  ...(theirs && { seen: theirs }),
  ...(next && { next }),
});

/** A change of an alert that visitors see as `seen` by now. */
export const seenAs = ({ theater, state, next }: UnsentAlert, seen: AlertText | undefined): UnsentAlert => ({
  theater,
  state,
  ...(seen && { seen }),
  ...(next && { next }),
});

const STATES = ['waiting', 'conflict', 'expired', 'refused'] as const satisfies readonly UnsentAlert['state'][];

function readAlert(value: unknown): AlertText | undefined {
  const [message, ends, endsAt] = [text(field(value, 'message')), text(field(value, 'ends')), text(field(value, 'endsAt'))];
  if (message === '' || Number.isNaN(Date.parse(endsAt))) return undefined;
  return { message, translations: translationsOf(field(value, 'translations')), ends, endsAt };
}

const keyOf = (site: string, operator: string): string => `marquee-editor-alerts:${site}:${operator}`;

/** The used functions of `localStorage`. */
export type Device = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** The changes kept on the device, in the order in which they were made; unreadable ones are left out. */
export function storedAlerts(device: Device, site: string, operator: string): readonly UnsentAlert[] {
  try {
    const stored: unknown = JSON.parse(device.getItem(keyOf(site, operator)) ?? '{}');
    return list(field(stored, 'alerts')).flatMap((entry): UnsentAlert[] => {
      const [theater, reason] = [text(field(entry, 'theater')), text(field(entry, 'reason'))];
      const [seen, next, theirs] = (['seen', 'next', 'theirs'] as const).map((name) => readAlert(field(entry, name)));
      const state = STATES.find((name) => name === field(entry, 'state'));
      if (theater === '' || state === undefined) return [];
      return [
        {
          theater,
          state,
          ...(seen && { seen }),
          ...(next && { next }),
          ...(theirs && { theirs }),
          ...(reason !== '' && { reason }),
        },
      ];
    });
  } catch {
    return [];
  }
}

export function storeAlerts(device: Device, site: string, operator: string, alerts: readonly UnsentAlert[]): void {
  if (alerts.length === 0) device.removeItem(keyOf(site, operator));
  else device.setItem(keyOf(site, operator), JSON.stringify({ alerts }));
}
