// Runs the machine of the draft: loads it, sends edits, asks for changes of others, and keeps unsent edits on the device.

import { field, isRecord, list } from '@marquee/api/json.ts';
import { ApiError } from '../api/client.ts';
import type {
  Discard,
  Draft,
  DraftConflicts,
  DraftEdit,
  DraftUpdate,
  DraftVersion,
  OperatorRequest,
} from '@marquee/api/editor.gen.ts';
import {
  type DraftState,
  type PartChange,
  type PendingEdit,
  confirm,
  holdConflicts,
  editParts,
  notice,
  openDraft,
  postpone,
  receive,
  redoAction,
  refuse,
  sendable,
  settle,
  startSending,
  undoAction,
  unsent,
  withRetry,
  withoutRequest,
} from './machine.ts';

/** How long edits are collected before they are sent, in milliseconds. */
export const SAVE_DELAY = 600;

/** How often the version is compared, and the longest time between attempts to send, in milliseconds. */
export const POLL_INTERVAL = 2000;
const MAX_RETRY_DELAY = 30_000;

export interface DraftPorts {
  readonly load: () => Promise<Draft>;
  readonly version: () => Promise<DraftVersion>;
  readonly patch: (edits: readonly DraftEdit[]) => Promise<DraftUpdate>;
  readonly discard: (request: Discard) => Promise<DraftUpdate>;
  /** Edits kept on the device. */
  readonly stored: () => readonly PendingEdit[];
  readonly store: (edits: readonly PendingEdit[]) => void;
  readonly now: () => number;
  /** Calls a function later; the result cancels it. */
  readonly later: (run: () => void, delay: number) => () => void;
  readonly isVisible: () => boolean;
  /** Whether the role of the operator permits changes of a part. */
  readonly mayEdit: (change: PartChange) => boolean;
  /** Called instead of an edit that the role does not permit. */
  readonly onForbidden: () => void;
  /** Name of the operator, as conflicts have it. */
  readonly self: string;
}

/** The draft of a site, as an external store. */
export class DraftStore {
  readonly #ports: DraftPorts;
  readonly #subscribers = new Set<() => void>();
  #state: DraftState | undefined;
  #error: unknown;
  #cancelSend: (() => void) | undefined;
  #cancelPoll: (() => void) | undefined;
  #failures = 0;
  /** Edits are sent one by one, to learn which of them is refused. */
  #isSingly = false;

  constructor(ports: DraftPorts) {
    this.#ports = ports;
  }

  /** Undefined until the draft is loaded. */
  readonly state = (): DraftState | undefined => this.#state;
  /** Why the draft could not be loaded. */
  readonly error = (): unknown => this.#error;
  readonly subscribe = (onChange: () => void): (() => void) => {
    this.#subscribers.add(onChange);
    return () => this.#subscribers.delete(onChange);
  };

  /** Loads the draft and compares its version from time to time, until the result is called. */
  start(): () => void {
    void this.load();
    return () => {
      void this.flush();
      this.#cancelPoll?.();
    };
  }

  async load(): Promise<void> {
    this.#cancelPoll?.();
    try {
      const draft = await this.#ports.load();
      this.#error = undefined;
      this.#update(this.#state === undefined ? openDraft(draft, this.#ports.stored()) : receive(this.#state, draft));
      void this.flush();
    } catch (error) {
      this.#error = error;
      this.#notify();
    }
    this.#schedulePoll();
  }

  edit(changes: readonly PartChange[]): void {
    if (!changes.every((change) => this.#ports.mayEdit(change))) {
      this.#ports.onForbidden();
      return;
    }
    this.#change((state) => editParts(state, changes, this.#ports.now()));
  }

  undo(): void {
    this.#change(undoAction);
  }

  redo(): void {
    this.#change(redoAction);
  }

  /** Hides a request of somebody else, which was closed on the server. */
  closeRequest(request: OperatorRequest): void {
    this.#transform((state) => withoutRequest(state, request));
  }

  /** Settles a conflict. */
  settle(pointer: string, value: unknown): void {
    this.#change((state) => settle(state, pointer, value));
    void this.flush();
  }

  /** Discards changes: these, or all. */
  async discard(pointers?: readonly string[]): Promise<void> {
    await this.flush();
    await this.#ports.discard(pointers === undefined ? {} : { pointers: [...pointers] });
    await this.load();
  }

  /** Sends what waits, at once. */
  async flush(): Promise<void> {
    this.#cancelSend?.();
    this.#cancelSend = undefined;
    const state = this.#state;
    if (state === undefined) return;
    const edits = sendable(state).slice(0, this.#isSingly ? 1 : undefined);
    if (edits.length === 0) {
      this.#isSingly = false;
      return;
    }
    this.#update(startSending(state, edits));
    await this.#send(edits);
    if (this.#state !== undefined && sendable(this.#state).length > 0) this.#scheduleSend();
    if (this.#state?.isStale === true && this.#state.sending.length === 0) await this.load();
  }

  async #send(edits: readonly PendingEdit[]): Promise<void> {
    try {
      const update = await this.#ports.patch(edits.map(sentEdit));
      this.#failures = 0;
      this.#transform((state) => confirm(state, update));
    } catch (error) {
      this.#transform((state) => this.#failed(state, edits, error));
    }
  }

  #failed(state: DraftState, edits: readonly PendingEdit[], error: unknown): DraftState {
    const status = error instanceof ApiError ? error.status : 0;
    if (error instanceof ApiError && status === 409) return holdConflicts(state, conflictsOf(error), this.#ports.self);
    if (error instanceof ApiError && status >= 400 && status < 500 && status !== 401 && status !== 429) {
      if (edits.length === 1) return refuse(state, error.message);
      this.#isSingly = true;
      return postpone(state, 'unavailable');
    }
    this.#failures += 1;
    return postpone(state, status === 401 ? 'signedOut' : status === 0 ? 'offline' : 'unavailable', status);
  }

  #change(transition: (state: DraftState) => DraftState): void {
    this.#transform(transition);
    this.#scheduleSend();
  }

  #transform(transition: (state: DraftState) => DraftState): void {
    if (this.#state !== undefined) this.#update(transition(this.#state));
  }

  #update(state: DraftState): void {
    if (state === this.#state) return;
    const edits = unsent(state);
    if (this.#state === undefined || JSON.stringify(edits) !== JSON.stringify(unsent(this.#state))) this.#ports.store(edits);
    this.#state = state;
    this.#notify();
  }

  #notify(): void {
    for (const onChange of this.#subscribers) onChange();
  }

  #scheduleSend(): void {
    this.#cancelSend?.();
    const delay = this.#isSingly ? 0 : Math.min(SAVE_DELAY * 2 ** this.#failures, MAX_RETRY_DELAY);
    if (!this.#isSingly) this.#transform((state) => withRetry(state, this.#ports.now() + delay));
    this.#cancelSend = this.#ports.later(() => void this.flush(), delay);
  }

  #schedulePoll(): void {
    this.#cancelPoll?.();
    this.#cancelPoll = this.#ports.later(() => void this.#poll(), POLL_INTERVAL);
  }

  async #poll(): Promise<void> {
    if (this.#ports.isVisible() && this.#state !== undefined) {
      try {
        const seen = await this.#ports.version();
        this.#transform((state) => notice(state, seen));
      } catch {
        // The next one may succeed.
      }
    }
    if (this.#state === undefined || (this.#state.isStale && this.#state.sending.length === 0)) await this.load();
    else this.#schedulePoll();
  }
}

/** An edit without what the server does not know. */
function sentEdit({ pointer, from, to }: PendingEdit): DraftEdit {
  return { pointer, ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
}

/** The parts that a 409 names. */
function conflictsOf({ body }: ApiError): DraftConflicts['conflicts'] {
  return list(field(body, 'conflicts')).flatMap((entry) => {
    const { pointer, theirs, actor, at } = recordOf(entry);
    if (typeof pointer !== 'string') return [];
    return [
      {
        pointer,
        ...(theirs === undefined ? {} : { theirs }),
        ...(typeof actor === 'string' ? { actor } : {}),
        ...(typeof at === 'string' ? { at } : {}),
      },
    ];
  });
}

const recordOf = (value: unknown): Readonly<Record<string, unknown>> => (isRecord(value) ? value : {});
