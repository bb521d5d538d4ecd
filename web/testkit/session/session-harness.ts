// A test harness of the session machine that replaces the browser and the gateway: a fake clock, responses by route, and a log.

import type { Call, CallContext } from '@marquee/api/call.ts';
import { fakeService } from '@marquee/testkit/session/fake-service.ts';
import type { SessionDependencies } from '@marquee/rules/loyalty/session/session.ts';
import { sessionMachine } from '@marquee/rules/loyalty/session/session-machine.ts';
import type { SessionRecord } from '@marquee/rules/loyalty/session/session-record.ts';
import { memoryStore } from './memory-store.ts';
import type { Credentials } from '@marquee/rules/loyalty/calls/transport.ts';

export const START = Date.UTC(2026, 10, 20, 18);

/** Responses by the name of the call: a response, a function that returns one, or a network error. */
export type Responses = Readonly<Record<string, unknown>>;

export type SessionHarness = ReturnType<typeof sessionHarness>;

/** For example `RefreshLogin` for `/Member/v3/RefreshLogin?…`. */
const nameOf = ({ route }: Call): string => /\/Member\/(?:v3\/)?(\w+)/.exec(route)?.[1] ?? route;

export function sessionHarness(
  version: 1 | 3,
  responses: Responses = {},
  more: Partial<SessionDependencies> & { readonly record?: SessionRecord } = {},
) {
  const { record, ...parts } = more;
  const context: CallContext = { version, circuitId: 'C1', cinemaId: 'T1' };
  const store = parts.store ?? memoryStore(record);
  /** Events in order: names of calls, changes of the expired cookie, and navigations. */
  const log: string[] = [];
  const sentCalls: { readonly call: Call; readonly credentials: Credentials; readonly captcha: string | undefined }[] = [];
  const currentResponses: Record<string, unknown> = { ...responses };
  /** Functions that release held calls, by name. */
  const held = new Map<string, () => void>();
  const holds = new Set<string>();
  let time = START;
  let timers: { at: number; run: () => void }[] = [];
  /** Waits until the responses of all pending calls are processed. */
  const flush = async (): Promise<void> => {
    for (let i = 0; i < 50; i += 1) await Promise.resolve();
  };
  const machine = sessionMachine({
    context,
    store,
    settings: { allowExpiredAccountsLogin: false, sessionTimeout: 720 },
    expiredCookie: { set: () => void log.push('expired cookie set'), remove: () => void log.push('expired cookie removed') },
    sendCall: fakeService(async (call, credentials: Credentials, captcha?: string) => {
      const name = nameOf(call);
      log.push(name);
      sentCalls.push({ call, credentials, captcha });
      if (holds.delete(name)) await new Promise<void>((go) => held.set(name, go));
      const configured = currentResponses[name];
      const response: unknown = typeof configured === 'function' ? configured() : configured;
      if (response instanceof Error) throw response;
      return response;
    }),
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
  /** Advances the clock, and runs its timers. */
  const advance = async (ms: number): Promise<void> => {
    const until = time + ms;
    for (;;) {
      const next = timers.filter(({ at }) => at <= until).toSorted((a, b) => a.at - b.at)[0];
      if (next === undefined) break;
      timers = timers.filter((timer) => timer !== next);
      time = next.at;
      next.run();
      await flush();
    }
    time = until;
    await flush();
  };
  /** Holds the response of the next call with this name. */
  const hold = (name: string): void => void holds.add(name);
  return { machine, log, sentCalls, store, advance, flush, responses: currentResponses, held, hold };
}
