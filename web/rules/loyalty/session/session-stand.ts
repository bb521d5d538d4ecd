// Stands in for a browser and a gateway, so that tests can drive the session machine: a clock that is turned by hand, answers by
// route, and a list of what happened.

import type { Call, Where } from '../calls/calls.ts';
import { type SessionMachine, type SessionParts, sessionMachine } from './session-machine.ts';
import { type SessionRecord, type SessionStore, heldStore } from './session-record.ts';
import type { Credentials } from '../calls/transport.ts';

export const START = Date.UTC(2026, 10, 20, 18);

/** Answers by name of the call: itself, a function that gives it, or an error of the network. */
export type Answers = Readonly<Record<string, unknown>>;

export interface Stand {
  readonly machine: SessionMachine;
  /** What happened in order: calls by name, `set` and `remove` of the mark, addresses gone to. */
  readonly log: string[];
  readonly sent: { readonly call: Call; readonly credentials: Credentials; readonly captcha: string | undefined }[];
  readonly store: SessionStore;
  /** Turns the clock. */
  readonly pass: (ms: number) => Promise<void>;
  /** Lets everything that was asked be answered. */
  readonly rest: () => Promise<void>;
  readonly answers: Record<string, unknown>;
  /** Calls of a name that wait until they are let go. */
  readonly held: Map<string, () => void>;
  readonly hold: (name: string) => void;
}

/** `RefreshLogin` of `/Member/v3/RefreshLogin?…`. */
const nameOf = ({ route }: Call): string => /\/Member\/(?:v3\/)?(\w+)/.exec(route)?.[1] ?? route;

export function stand(version: 1 | 3, answers: Answers = {}, more: Partial<SessionParts> & { readonly record?: SessionRecord } = {}): Stand {
  const { record, ...parts } = more;
  const where: Where = { version, circuitId: 'C1', cinemaId: 'T1' };
  const store = parts.store ?? heldStore(record);
  const log: string[] = [];
  const sent: Stand['sent'] = [];
  const given: Record<string, unknown> = { ...answers };
  const held = new Map<string, () => void>();
  const holds = new Set<string>();
  let time = START;
  let timers: { at: number; run: () => void }[] = [];
  const rest = async (): Promise<void> => {
    for (let i = 0; i < 50; i += 1) await Promise.resolve();
  };
  const machine = sessionMachine({
    where,
    store,
    settings: { allowExpiredAccountsLogin: false, sessionTimeout: 720 },
    mark: { set: () => void log.push('mark set'), remove: () => void log.push('mark removed') },
    ask: async (call, credentials, captcha) => {
      const name = nameOf(call);
      log.push(name);
      sent.push({ call, credentials, captcha });
      if (holds.delete(name)) await new Promise<void>((go) => held.set(name, go));
      const found = given[name];
      const answer: unknown = typeof found === 'function' ? found() : found;
      if (answer instanceof Error) throw answer;
      return answer;
    },
    now: () => time,
    after: (ms, run) => {
      const timer = { at: time + ms, run };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    page: () => ({ path: '/login/', search: '?return=%2Fbook%2F1&userSessionId=abc' }),
    tokenInUrl: () => undefined,
    tokenParameter: 'userSessionId',
    go: (address) => void log.push(`go ${address}`),
    ...parts,
  });
  const pass = async (ms: number): Promise<void> => {
    const until = time + ms;
    for (;;) {
      const next = timers.filter(({ at }) => at <= until).toSorted((a, b) => a.at - b.at)[0];
      if (next === undefined) break;
      timers = timers.filter((timer) => timer !== next);
      time = next.at;
      next.run();
      await rest();
    }
    time = until;
    await rest();
  };
  return { machine, log, sent, store, pass, rest, answers: given, held, hold: (name) => void holds.add(name) };
}
