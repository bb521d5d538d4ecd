// Records of the loyalty program as the screens read them. Their fields are those of the operators' API.

import { field, isRecord, list, text } from '@marquee/api/json.ts';
import type { BlockReasonName, MemberProfileResponse } from '@marquee/api/editor.gen.ts';
import { addressOfActor } from '../audit.ts';
import { isSame, pointerOf, withValue } from '../pointer.ts';

/** The kinds of records, as in addresses. */
export type RecordKind = 'members' | 'cards' | 'levels' | 'rewards' | 'memberships' | 'evouchers' | 'gift-cards';

/** The standings of members. */
export const STANDINGS = ['active', 'unconfirmed', 'unpaid', 'passwordDue', 'blocked'] as const;
export type Standing = (typeof STANDINGS)[number];

export const BLOCK_REASONS = ['misuse', 'paymentDispute', 'security', 'request'] as const satisfies readonly BlockReasonName[];

export interface Member {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly points: number;
  readonly lifetimePoints: number;
  readonly levelId: number;
  readonly standing: Standing;
  readonly cardCode: string;
  readonly createdAt: string;
  /** Empty for a membership without end. */
  readonly expiresAt: string;
  /** All fields. */
  readonly record: unknown;
}

export const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0);

export function memberOf(record: unknown): Member {
  const read = (name: string): string => text(field(record, name));
  const name = `${read('firstName')} ${read('lastName')}`.trim();
  return {
    id: read('id'),
    name: name === '' ? read('email') : name,
    email: read('email'),
    phone: read('mobileNumber') || read('phoneNumber'),
    points: numberOf(field(record, 'points')),
    lifetimePoints: numberOf(field(record, 'lifetimePoints')),
    levelId: numberOf(field(record, 'levelId')),
    standing: STANDINGS.find((standing) => standing === read('standing')) ?? 'active',
    cardCode: read('cardCode'),
    createdAt: read('createdAt'),
    expiresAt: read('expiresAt'),
    record,
  };
}

/** The name of a level; empty if no level has this number. */
export const levelName = (levels: readonly unknown[], id: number): string =>
  text(
    field(
      levels.find((level) => field(level, 'id') === id),
      'name',
    ),
  );

export interface Order {
  readonly id: string;
  readonly title: string;
  readonly kind: string;
  readonly status: string;
  readonly at: string;
  readonly items: number;
  readonly amount: number;
  readonly currency: string;
}

/** An order; its title is the film, else what was ordered first. */
export function orderOf(record: unknown): Order {
  const lines = [...list(field(record, 'tickets')), ...list(field(record, 'concessions'))];
  const total = field(record, 'total');
  return {
    id: text(field(record, 'id')),
    title: text(field(record, 'movieTitle')) || text(field(lines[0], 'name')),
    kind: text(field(record, 'kind')),
    status: text(field(record, 'status')),
    at: text(field(record, 'showtimeAt')) || text(field(record, 'orderedAt')),
    items: lines.reduce<number>((sum, line) => sum + numberOf(field(line, 'quantity')), 0),
    amount: numberOf(field(total, 'amount')),
    currency: text(field(total, 'currency')),
  };
}

/** Something that was done to a member, or that they did. */
export interface TrailEntry {
  readonly at: string;
  readonly kind:
    | 'created'
    | 'added'
    | 'deducted'
    | 'earned'
    | 'redeemed'
    | 'expired'
    | 'blocked'
    | 'unblocked'
    | 'passwordDue'
    | 'changed'
    | 'passwordLink'
    | 'cardLost'
    | 'noteAdded'
    | 'noteRemoved'
    | 'confirmation'
    | 'exported'
    | 'merged'
    | 'other';
  /** Who did it; empty for the program itself. */
  readonly actor: string;
  readonly points: number;
  /** The reason of points, the code of a reason of a block, or the names of changed fields. */
  readonly detail: string;
}

const STANDING = /^standing=(?<standing>\w+)(?::(?<reason>\w+))?$/;
const STANDING_KINDS = { active: 'unblocked', blocked: 'blocked', passwordDue: 'passwordDue' } as const;
const POINTS_KINDS = { EARN: 'earned', REDEEM: 'redeemed', EXPIRE: 'expired' } as const;
const ACTIONS: Readonly<Record<string, TrailEntry['kind']>> = {
  'member.create': 'created',
  'member.password-link': 'passwordLink',
  'card.lost': 'cardLost',
  'member.note': 'noteAdded',
  'member.note-remove': 'noteRemoved',
  'member.confirmation': 'confirmation',
  'member.export': 'exported',
  'member.merge': 'merged',
};

/** How far apart an adjustment and its entry in the audit log may be, in milliseconds. */
const SAME_TIME = 5000;

/** The audit log and the points of a member as one list, newest first. An adjustment is in both: it has the reason of one, and the actor of the other. */
export function trailOf({ audit, points }: Pick<MemberProfileResponse, 'audit' | 'points'>): readonly TrailEntry[] {
  const adjustments = points.filter(({ kind }) => kind === 'ADJUST');
  const logged = audit.map(({ at, actor, actorName, action, detail }): TrailEntry => {
    const who = actorName ?? addressOfActor(actor);
    if (action === 'points.adjust') {
      const amount = Number(detail);
      const line = adjustments.find(
        (entry) => entry.amount === amount && Math.abs(Date.parse(entry.at) - Date.parse(at)) < SAME_TIME,
      );
      return { at, actor: who, kind: amount < 0 ? 'deducted' : 'added', points: Math.abs(amount), detail: line?.description ?? '' };
    }
    const standing = action === 'member.change' ? STANDING.exec(detail)?.groups : undefined;
    const kind = Object.entries(STANDING_KINDS).find(([name]) => name === standing?.['standing'])?.[1];
    if (kind !== undefined) return { at, actor: who, kind, points: 0, detail: standing?.['reason'] ?? '' };
    if (action === 'member.change') return { at, actor: who, kind: 'changed', points: 0, detail };
    return { at, actor: who, kind: ACTIONS[action] ?? 'other', points: 0, detail: ACTIONS[action] === undefined ? action : detail };
  });
  const booked = points.flatMap(({ at, kind, amount, description }): TrailEntry[] => {
    const name = Object.entries(POINTS_KINDS).find(([candidate]) => candidate === kind)?.[1];
    return name === undefined ? [] : [{ at, actor: '', kind: name, points: Math.abs(amount), detail: description }];
  });
  return [...logged, ...booked].toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at));
}

/** The names of the fields that a change of a member names. */
export const changedFields = (detail: string): readonly string[] =>
  detail.split(' ').flatMap((word) => (word === '' ? [] : [word.split('=')[0] ?? word]));

/** The fields of a form that differ from a record; an emptied field is null. */
export function changesOf(record: unknown, values: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const before = (name: string): unknown => name.split('.').reduce<unknown>(field, record);
  const changed = Object.entries(values).filter(([name, value]) => !isSame(before(name) ?? '', value));
  const changes = changed.reduce<unknown>(
    (result, [name, value]) => withValue(result, pointerOf(...name.split('.')), value === '' ? null : value),
    {},
  );
  return isRecord(changes) ? changes : {};
}

/** The change that gives the fields of another change the values of a record again. */
export function undoOf(record: unknown, changes: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const before = ([name, value]: readonly [string, unknown]): [string, unknown] => {
    const old = field(record, name) ?? null;
    return [name, isRecord(value) ? undoOf(old, value) : old];
  };
  return Object.fromEntries(Object.entries(changes).map(before));
}
