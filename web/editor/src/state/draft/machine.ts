// The draft of a site in the browser, as a pure state machine: edits show at once, are sent later, and survive in between.

import type { Draft, DraftConflict, DraftEdit, DraftUpdate, DraftVersion, OperatorRequest } from '@marquee/api/editor.gen.ts';
import { isSame, isWithin, namesOf, pointerOf, valueAt, withValue } from '../pointer.ts';
import { merge } from './merge.ts';

/** Number of actions that can be undone. */
export const UNDO_LIMIT = 100;

/** Edits of one part within this time are undone together, in milliseconds. */
export const UNDO_WINDOW = 1000;

/** An edit that the server has not confirmed. */
export interface PendingEdit extends DraftEdit {
  /** Why the server refused it. It is not sent again before it changes. */
  readonly refusal?: string;
}

/** Why edits stay on the device for now. */
export type Delay = 'offline' | 'signedOut' | 'unavailable';

/** An action for undo: the values of parts before and after it. */
export interface UndoStep {
  readonly parts: readonly { readonly pointer: string; readonly before: unknown; readonly after: unknown }[];
  /** When it was extended last, in milliseconds. */
  readonly at: number;
}

export interface DraftState {
  /** What the server last said, without our unsent edits. */
  readonly server: Draft;
  /** The draft as the operator sees it. */
  readonly content: unknown;
  /** Edits to send, merged by pointer. */
  readonly pending: readonly PendingEdit[];
  /** Edits on their way. */
  readonly sending: readonly PendingEdit[];
  /** Parts that somebody else has changed; our edits of them wait for a decision. */
  readonly conflicts: readonly DraftConflict[];
  readonly delay?: Delay;
  /** Time of the next attempt to send, in milliseconds of the device's clock. */
  readonly retryAt?: number;
  /** Status of the response to the last attempt; 0 without a response. */
  readonly code?: number;
  readonly undo: readonly UndoStep[];
  readonly redo: readonly UndoStep[];
  /** Whether the server may have changes that we have not seen. */
  readonly isStale: boolean;
}

/** What the bar says about saving. */
export type SaveState = 'saved' | 'saving' | 'onDevice' | 'conflict' | 'refused';

/** A change of one part; `to` undefined removes it. */
export interface PartChange {
  readonly pointer: string;
  readonly to: unknown;
}

export function openDraft(server: Draft, stored: readonly PendingEdit[] = []): DraftState {
  const pending = stored.filter((edit) => !isSame(valueAt(server.content, edit.pointer), edit.to));
  return withContent({ server, content: undefined, pending, sending: [], conflicts: [], undo: [], redo: [], isStale: false });
}

/** The document with an edit. What somebody has removed does not come back as an object with nothing but the edited part. */
function withEdit(document: unknown, { pointer, to }: PendingEdit): unknown {
  const parent = valueAt(document, pointerOf(...namesOf(pointer).slice(0, -1)));
  return parent === undefined || parent === null ? document : withValue(document, pointer, to);
}

function withContent(state: DraftState): DraftState {
  return { ...state, content: [...state.sending, ...state.pending].reduce(withEdit, state.server.content) };
}

/** What the server will have at a pointer once the edits on their way are confirmed. */
function confirmedAt(state: DraftState, pointer: string): unknown {
  const document = state.sending.reduce((value, edit) => withValue(value, edit.pointer, edit.to), state.server.content);
  return valueAt(document, pointer);
}

const editOf = (pointer: string, from: unknown, to: unknown): PendingEdit => ({
  pointer,
  ...(from === undefined ? {} : { from }),
  ...(to === undefined ? {} : { to }),
});

/** The edits with one more: edits of the same part, of a part around it and of parts inside it become one. */
function merged(state: DraftState, { pointer, to }: PartChange): PendingEdit[] {
  const around = state.pending.find((other) => other.pointer !== pointer && isWithin(pointer, other.pointer));
  if (around !== undefined) {
    const value = withValue(around.to, pointer.slice(around.pointer.length), to);
    return merged(state, { pointer: around.pointer, to: value });
  }
  const others = state.pending.filter((other) => !isWithin(other.pointer, pointer));
  const previous = state.pending.find((other) => other.pointer === pointer);
  const from = previous === undefined ? confirmedAt(state, pointer) : previous.from;
  return isSame(from, to) ? others : [...others, editOf(pointer, from, to)];
}

const withPending = (state: DraftState, pending: readonly PendingEdit[]): DraftState => ({ ...state, pending });

function apply(state: DraftState, changes: readonly PartChange[]): DraftState {
  let next = state;
  for (const change of changes) next = withPending(next, merged(next, change));
  return withContent(next);
}

/** The change with the objects around its part that are missing: `/a/b` of nothing is `/a` with `{ b }`. */
function withParents(content: unknown, { pointer, to }: PartChange): PartChange {
  const names = namesOf(pointer);
  const depth = names.findIndex((_, index) => {
    const parent = valueAt(content, pointerOf(...names.slice(0, index)));
    return parent === undefined || parent === null;
  });
  if (depth < 1) return { pointer, to };
  const missing = pointerOf(...names.slice(0, depth));
  return { pointer: missing, to: withValue(undefined, pointer.slice(missing.length), to) };
}

/** The changes that undo others of the same content. */
export const undoneChanges = (content: unknown, changes: readonly PartChange[]): readonly PartChange[] =>
  changes.toReversed().map(({ pointer }) => ({ pointer, to: valueAt(content, pointer) }));

/** Applies an action of the operator. */
export function editParts(state: DraftState, requested: readonly PartChange[], at: number): DraftState {
  const changes = requested.map((change) => withParents(state.content, change));
  const parts = changes.map(({ pointer, to }) => ({ pointer, before: valueAt(state.content, pointer), after: to }));
  if (parts.every(({ before, after }) => isSame(before, after))) return state;
  const last = state.undo.at(-1);
  const continues =
    last !== undefined &&
    at - last.at < UNDO_WINDOW &&
    last.parts.length === parts.length &&
    last.parts.every(({ pointer }, index) => pointer === parts[index]?.pointer);
  const extended = (step: UndoStep): UndoStep['parts'] =>
    step.parts.map(({ pointer, before }, index) => ({ pointer, before, after: parts[index]?.after }));
  const step: UndoStep = { at, parts: continues ? extended(last) : parts };
  const earlier = continues ? state.undo.slice(0, -1) : state.undo;
  return { ...apply(state, changes), undo: [...earlier, step].slice(-UNDO_LIMIT), redo: [] };
}

/** A part with `to` in place of `from`, and what was changed of it otherwise. */
export function replacedAt({ content }: Pick<DraftState, 'content'>, pointer: string, from: unknown, to: unknown): unknown {
  const both = merge(from, to, valueAt(content, pointer));
  return both === undefined ? to : both.value;
}

export function undoAction(state: DraftState): DraftState {
  const step = state.undo.at(-1);
  if (step === undefined) return state;
  const changes = step.parts
    .toReversed()
    .map(({ pointer, before, after }) => ({ pointer, to: replacedAt(state, pointer, after, before) }));
  return { ...apply(state, changes), undo: state.undo.slice(0, -1), redo: [...state.redo, { ...step, at: 0 }] };
}

export function redoAction(state: DraftState): DraftState {
  const step = state.redo.at(-1);
  if (step === undefined) return state;
  const changes = step.parts.map(({ pointer, before, after }) => ({ pointer, to: replacedAt(state, pointer, before, after) }));
  return { ...apply(state, changes), redo: state.redo.slice(0, -1), undo: [...state.undo, { ...step, at: 0 }] };
}

/** The most edits of one request. */
const MAX_EDITS = 200;

/** Whether a conflict is about the part of an edit, about something inside it or about its record. */
const overlaps = ({ pointer }: DraftConflict, edit: PendingEdit): boolean =>
  isWithin(pointer, edit.pointer) || isWithin(edit.pointer, pointer);

/** Whether an edit waits for a decision. */
const isConflicting = ({ conflicts }: DraftState, edit: PendingEdit): boolean =>
  conflicts.some((conflict) => overlaps(conflict, edit));

/** The edits that can be sent now. */
export function sendable(state: DraftState): readonly PendingEdit[] {
  if (state.sending.length > 0) return [];
  return state.pending.filter((pending) => pending.refusal === undefined && !isConflicting(state, pending)).slice(0, MAX_EDITS);
}

/** Moves these edits to those on their way. */
export const startSending = (state: DraftState, edits: readonly PendingEdit[]): DraftState => ({
  ...state,
  sending: edits,
  pending: state.pending.filter((pending) => !edits.includes(pending)),
});

/** The server has taken the edits on their way. */
export function confirm(state: DraftState, update: DraftUpdate): DraftState {
  const content = state.sending.reduce((value, { pointer, to }) => withValue(value, pointer, to), state.server.content);
  return withContent({
    ...withoutDelay(state),
    server: { ...state.server, content, version: update.version, changes: update.changes, problems: update.problems },
    sending: [],
    isStale: state.isStale || update.version > state.server.version + 1,
  });
}

/** The edits on their way were not taken: they wait again, merged with newer edits of the same parts. */
function takeBack(state: DraftState): DraftState {
  let back: DraftState = { ...state, pending: state.sending, sending: [] };
  for (const { pointer, to } of state.pending) back = withPending(back, merged(back, { pointer, to }));
  return back;
}

/** Nothing was taken, because the server cannot be reached or the session has ended. `code` is the status of the response. */
export const postpone = (state: DraftState, delay: Delay, code = 0): DraftState =>
  withContent({ ...withoutDelay(takeBack(state)), delay, code });

/** The time of the next attempt, if edits stay on the device for now. */
export const withRetry = (state: DraftState, retryAt: number): DraftState =>
  state.delay === undefined ? state : { ...state, retryAt };

/** The state of edits that need not stay on the device. */
function withoutDelay(state: DraftState): DraftState {
  const { delay: _delay, retryAt: _retryAt, code: _code, ...rest } = state;
  return rest;
}

/** The pending edits with those inside a part as one edit of it: a record of which we changed a part was removed. */
function asOneEdit({ server, content, pending }: DraftState, pointer: string): readonly PendingEdit[] {
  const isInside = (edit: PendingEdit): boolean => edit.pointer !== pointer && isWithin(edit.pointer, pointer);
  if (!pending.some(isInside)) return pending;
  const others = pending.filter((edit) => !isInside(edit) && edit.pointer !== pointer);
  return [...others, editOf(pointer, valueAt(server.content, pointer), valueAt(content, pointer))];
}

/**
 * Nothing was taken, because these parts have changed. Ours win without a question over an older value of our own, which the server has
 * if the response to an earlier request was lost. Changes of different items of a list are merged (decision 0084).
 */
export function holdConflicts(state: DraftState, conflicts: readonly DraftConflict[], self: string): DraftState {
  const taken = takeBack(state);
  const pending = conflicts.reduce((edits, { pointer }) => asOneEdit({ ...taken, pending: edits }, pointer), taken.pending);
  const back: DraftState = { ...taken, pending, conflicts, isStale: true };
  const isOurs = ({ actor, pointer, theirs }: DraftConflict): boolean =>
    actor === self || isSame(theirs, valueAt(back.content, pointer));
  return conflicts.reduce((current, conflict) => {
    const { pointer, theirs } = conflict;
    const ours = valueAt(current.content, pointer);
    const settled = isOurs(conflict) ? { value: ours } : merge(seenAt(current, conflict), ours, theirs);
    return settled === undefined ? current : settle(current, pointer, settled.value);
  }, withContent(back));
}

/** The server refuses the edits on their way for good. They stay, with the reason. */
export function refuse(state: DraftState, refusal: string): DraftState {
  const newer = new Set(state.pending.map(({ pointer }) => pointer));
  const refused = new Set(state.sending.map(({ pointer }) => pointer).filter((pointer) => !newer.has(pointer)));
  const back = takeBack(state);
  const withReason = (pending: PendingEdit): PendingEdit => (refused.has(pending.pointer) ? { ...pending, refusal } : pending);
  return withContent({ ...back, pending: back.pending.map(withReason) });
}

/** The draft was loaded again: changes of others show where we have none. */
export function receive(state: DraftState, server: Draft): DraftState {
  if (server.version < state.server.version) return state;
  const pending = state.pending.filter(({ pointer, to }) => !isSame(valueAt(server.content, pointer), to));
  const conflicts = state.conflicts.filter((conflict) => pending.some((edit) => overlaps(conflict, edit)));
  return withContent({ ...withoutDelay(state), server, pending, conflicts, isStale: false });
}

/** Compares with the version of the server. */
export const notice = (state: DraftState, { version, present, requests }: DraftVersion): DraftState => ({
  ...state,
  server: { ...state.server, present, requests },
  isStale: state.isStale || version > state.server.version,
});

/** The state without a request of somebody else that is closed. */
export const withoutRequest = (state: DraftState, { kind, from }: OperatorRequest): DraftState => {
  const requests = state.server.requests.filter((other) => other.kind !== kind || other.from !== from);
  return { ...state, server: { ...state.server, requests } };
};

/** What we had seen at the part of a conflict. */
export function seenAt({ pending }: DraftState, { pointer }: DraftConflict): unknown {
  const edit = pending.find((candidate) => isWithin(pointer, candidate.pointer));
  return edit === undefined ? undefined : valueAt(edit.from, pointer.slice(edit.pointer.length));
}

/** Settles a conflict with a value: ours, theirs or a merged one. */
export function settle(state: DraftState, pointer: string, value: unknown): DraftState {
  const conflicting = state.conflicts.find((candidate) => candidate.pointer === pointer);
  if (conflicting === undefined) return state;
  const others = state.pending.filter((edit) => !isWithin(edit.pointer, pointer));
  const around = others.find((edit) => isWithin(pointer, edit.pointer));
  const within = pointer.slice(around?.pointer.length ?? pointer.length);
  const from = withValue(around?.from, within, conflicting.theirs);
  const to = withValue(around?.to, within, value);
  const settled = isSame(from, to) ? [] : [editOf(around?.pointer ?? pointer, from, to)];
  const edits = [...others.filter((edit) => edit !== around), ...settled];
  const server = { ...state.server, content: withValue(state.server.content, pointer, conflicting.theirs) };
  const conflicts = state.conflicts.filter((candidate) => candidate !== conflicting);
  return withContent({ ...state, server, conflicts, pending: edits });
}

export function saveStateOf(state: DraftState): SaveState {
  if (state.conflicts.length > 0) return 'conflict';
  if (state.pending.some(({ refusal }) => refusal !== undefined)) return 'refused';
  if (state.pending.length + state.sending.length === 0) return 'saved';
  return state.delay === undefined ? 'saving' : 'onDevice';
}

/** The edits to keep on the device. */
export const unsent = (state: DraftState): readonly PendingEdit[] => takeBack(state).pending;
