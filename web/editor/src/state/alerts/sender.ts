// Sends the changes of alerts that waited for a connection, in their order.

import type { NewAlert } from '@marquee/api/editor.gen.ts';
import { ApiError } from '../api/client.ts';
import { type AlertText, type UnsentAlert, asMine, seenAs, verdictOn, withChange } from './queue.ts';

/** Delay after a failed attempt, doubled with each failure, and the longest one, in milliseconds. */
export const RETRY_DELAY = 1000;
const MAX_RETRY_DELAY = 30_000;

export interface AlertPorts {
  /** The alerts that visitors see. */
  readonly load: () => Promise<readonly (AlertText & { readonly theater: string })[]>;
  readonly set: (theater: string, alert: NewAlert) => Promise<unknown>;
  readonly end: (theater: string) => Promise<unknown>;
  /** Changes kept on the device. */
  readonly stored: () => readonly UnsentAlert[];
  readonly store: (alerts: readonly UnsentAlert[]) => void;
  /** Calls a function later; the result cancels it. */
  readonly later: (run: () => void, delay: number) => () => void;
  /** Called after changes were sent, with their number. */
  readonly onSent: (count: number) => void;
}

/** What the server gets. */
export const alertOf = ({ message, translations, ends }: AlertText): NewAlert => ({ message, translations, ends });

/** Whether a request failed only for now: no response, no session, or a server that is busy. */
const isTemporary = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status === 401 || error.status === 429 || error.status >= 500;

/** The unsent changes of alerts of a site, as an external store. */
export class AlertSender {
  readonly #ports: AlertPorts;
  readonly #subscribers = new Set<() => void>();
  #unsent: readonly UnsentAlert[];
  #now: (() => number) | undefined;
  #cancelRetry: (() => void) | undefined;
  #failures = 0;
  #isSending = false;

  constructor(ports: AlertPorts) {
    this.#ports = ports;
    this.#unsent = ports.stored();
  }

  readonly unsent = (): readonly UnsentAlert[] => this.#unsent;
  readonly subscribe = (onChange: () => void): (() => void) => {
    this.#subscribers.add(onChange);
    return () => this.#subscribers.delete(onChange);
  };

  /** Sends what waits from now on, until the result is called. `now`: the server's time in milliseconds. */
  start(now: () => number): () => void {
    this.#now = now;
    void this.flush();
    return () => {
      this.#now = undefined;
      this.#cancelRetry?.();
    };
  }

  /** Keeps a change until it is sent. `shown`: the alert that the operator saw. */
  keep(theater: string, shown: AlertText | undefined, next: AlertText | undefined): void {
    this.#update(withChange(this.#unsent, theater, shown, next));
    void this.flush();
  }

  /** Settles a conflict: the change replaces what visitors see. */
  takeMine(theater: string): void {
    this.#update(this.#unsent.map((change) => (change.theater === theater ? asMine(change) : change)));
    void this.flush();
  }

  /** Forgets the change of a theater. */
  forget(theater: string): void {
    this.#update(this.#unsent.filter((change) => change.theater !== theater));
  }

  /** Sends what waits, one after the other. */
  async flush(): Promise<void> {
    this.#cancelRetry?.();
    if (this.#isSending || this.#now === undefined) return;
    this.#isSending = true;
    // Another tab of the person may have sent or withdrawn one.
    this.#update(this.#ports.stored());
    let sent = 0;
    try {
      for (let next = this.#first(); next !== undefined && this.#now !== undefined; next = this.#first()) {
        sent += (await this.#send(next, this.#now)) ? 1 : 0;
        this.#failures = 0;
      }
    } catch {
      this.#cancelRetry = this.#ports.later(() => void this.flush(), Math.min(RETRY_DELAY * 2 ** this.#failures, MAX_RETRY_DELAY));
      this.#failures += 1;
    } finally {
      this.#isSending = false;
      if (sent > 0) this.#ports.onSent(sent);
    }
  }

  readonly #first = (): UnsentAlert | undefined => this.#unsent.find(({ state }) => state === 'waiting');

  /** Sends a change unless it is refused, and tells whether visitors have it now. Throws if it must wait. */
  async #send(change: UnsentAlert, now: () => number): Promise<boolean> {
    const { theater, next } = change;
    const alerts = await this.#ports.load();
    const verdict = verdictOn(
      change,
      alerts.find((alert) => alert.theater === theater),
      now(),
    );
    if (typeof verdict === 'object') {
      this.#replace(change, verdict);
      return false;
    }
    try {
      if (verdict === 'send' && next === undefined) await this.#ports.end(theater);
      else if (verdict === 'send' && next !== undefined) await this.#ports.set(theater, alertOf(next));
    } catch (error) {
      if (isTemporary(error)) throw error;
      this.#replace(change, { ...change, state: 'refused', reason: error instanceof Error ? error.message : '' });
      return false;
    }
    this.#confirm(change);
    return true;
  }

  #replace(change: UnsentAlert, by: UnsentAlert): void {
    this.#update(this.#unsent.map((other) => (other === change ? by : other)));
  }

  /** Removes a change that visitors have now. One that was made meanwhile for the same theater follows it. */
  #confirm(change: UnsentAlert): void {
    const { theater, next } = change;
    this.#update(
      this.#unsent.filter((other) => other !== change).map((other) => (other.theater === theater ? seenAs(other, next) : other)),
    );
  }

  #update(unsent: readonly UnsentAlert[]): void {
    this.#unsent = unsent;
    this.#ports.store(unsent);
    for (const onChange of this.#subscribers) onChange();
  }
}
