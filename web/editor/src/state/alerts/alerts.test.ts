import { describe, expect, it } from 'vitest';
import type { NewAlert } from '@marquee/api/editor.gen.ts';
import { ApiError } from '../api/client.ts';
import { type AlertText, type UnsentAlert, storeAlerts, storedAlerts, verdictOn, withChange } from './queue.ts';
import { AlertSender, RETRY_DELAY } from './sender.ts';

const NOON = Date.parse('2026-11-20T12:00:00Z');

/** An alert until some hours after noon. */
const alertOf = (message: string, hours: number = 8, translations: AlertText['translations'] = {}): AlertText => {
  const endsAt = new Date(NOON + hours * 3_600_000).toISOString();
  return { message, translations, ends: endsAt.slice(0, 16), endsAt };
};

/** A server with alerts and a connection, a device, and timers that are run by hand. */
class FakePorts {
  alerts: readonly (AlertText & { readonly theater: string })[] = [];
  isOnline = false;
  /** What the server refuses the next change with. */
  refusal: ApiError | undefined;
  requests: string[] = [];
  device: readonly UnsentAlert[] = [];
  delays: number[] = [];
  retry: (() => void) | undefined;
  sent = 0;
  /** Called while a change is on its way. */
  onRequest = (): void => undefined;
  now = NOON;
  sender: AlertSender = this.open();

  /** Opens the site on this device. */
  open(): AlertSender {
    this.sender = new AlertSender({
      load: async () => {
        if (!this.isOnline) throw new ApiError(0, undefined);
        return this.alerts;
      },
      set: async (theater, alert) => this.request(`${theater}: ${alert.message}`, theater, alert),
      end: async (theater) => this.request(`${theater} ends`, theater),
      stored: () => this.device,
      store: (alerts) => {
        this.device = alerts;
      },
      later: (run, delay) => {
        this.delays.push(delay);
        this.retry = run;
        return () => {
          this.retry = undefined;
        };
      },
      onSent: (count) => {
        this.sent += count;
      },
    });
    this.sender.start(() => this.now);
    return this.sender;
  }
  request(words: string, theater: string, alert?: NewAlert): void {
    if (this.refusal !== undefined) throw this.refusal;
    this.requests.push(words);
    this.onRequest();
    const endsAt = `${alert?.ends ?? ''}:00Z`;
    const others = this.alerts.filter((other) => other.theater !== theater);
    this.alerts = alert === undefined ? others : [...others, { theater, ...alert, endsAt }];
  }
  async connect(): Promise<void> {
    // The attempts without a connection have failed.
    await settled();
    this.isOnline = true;
    await this.sender.flush();
    await settled();
  }
  states(): readonly string[] {
    return this.sender.unsent().map(({ theater, state }) => `${theater} ${state}`);
  }
}

const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 40; turn += 1) await Promise.resolve();
};

describe('alerts without a connection', () => {
  it('ux 5.17 are kept on the device and sent in the order in which they were made', async () => {
    const ports = new FakePorts();
    ports.sender.keep('mill', undefined, alertOf('Closed tonight'));
    ports.sender.keep('quay', undefined, alertOf('Screen 2 is cold'));
    await settled();
    expect(ports.requests).toEqual([]);
    expect(ports.device.map(({ theater }) => theater)).toEqual(['mill', 'quay']);
    // The tab was closed meanwhile.
    ports.open();
    await ports.connect();
    expect(ports.requests).toEqual(['mill: Closed tonight', 'quay: Screen 2 is cold']);
    expect(ports.sent).toBe(2);
    expect(ports.device).toEqual([]);
  });

  it('ux 5.17 are sent again after a delay that grows, until the server responds', async () => {
    const ports = new FakePorts();
    ports.sender.keep('mill', undefined, alertOf('Closed tonight'));
    await settled();
    ports.retry?.();
    await settled();
    expect(ports.delays).toEqual([RETRY_DELAY, 2 * RETRY_DELAY]);
    ports.isOnline = true;
    ports.retry?.();
    await settled();
    expect(ports.requests).toEqual(['mill: Closed tonight']);
  });

  it('ux 5.17 do not replace what somebody else has changed, until the operator says so', async () => {
    const ports = new FakePorts();
    const seen = alertOf('Doors at six');
    ports.sender.keep('mill', seen, alertOf('Doors at five'));
    await settled();
    ports.alerts = [{ theater: 'mill', ...alertOf('Sold out') }];
    await ports.connect();
    expect(ports.requests).toEqual([]);
    const theirs = expect.objectContaining(alertOf('Sold out'));
    expect(ports.sender.unsent()).toEqual([{ theater: 'mill', state: 'conflict', seen, next: alertOf('Doors at five'), theirs }]);
    ports.sender.takeMine('mill');
    await settled();
    expect(ports.requests).toEqual(['mill: Doors at five']);
  });

  it('ux 5.17 end an alert only if it still is the one that was seen', async () => {
    const ports = new FakePorts();
    const seen = alertOf('Doors at six');
    ports.alerts = [
      { theater: 'mill', ...alertOf('Sold out') },
      { theater: 'quay', ...seen },
    ];
    ports.sender.keep('mill', seen, undefined);
    ports.sender.keep('quay', seen, undefined);
    await ports.connect();
    expect(ports.requests).toEqual(['quay ends']);
    expect(ports.states()).toEqual(['mill conflict']);
    ports.sender.forget('mill');
    expect(ports.device).toEqual([]);
  });

  it('ux 5.17 are not sent after their end, which is said', async () => {
    const ports = new FakePorts();
    ports.sender.keep('mill', undefined, alertOf('Power cut', 2));
    ports.sender.keep('quay', undefined, alertOf('Open as usual', 9));
    await settled();
    ports.now = NOON + 3 * 3_600_000;
    await ports.connect();
    expect(ports.requests).toEqual(['quay: Open as usual']);
    expect(ports.states()).toEqual(['mill expired']);
  });

  it('ux 5.17 that the server refuses say why, and the others are sent', async () => {
    const ports = new FakePorts();
    ports.sender.keep('mill', undefined, alertOf('Closed tonight'));
    ports.refusal = new ApiError(422, { detail: 'message must have at most 160 characters', field: 'message' });
    await ports.connect();
    expect(ports.sender.unsent()[0]).toMatchObject({ state: 'refused', reason: 'message must have at most 160 characters' });
    ports.refusal = new ApiError(503, undefined);
    ports.sender.keep('quay', undefined, alertOf('Screen 2 is cold'));
    await settled();
    expect(ports.states()).toEqual(['mill refused', 'quay waiting']);
  });

  it('a change of an alert that is on its way is sent after it, and is no conflict with it', async () => {
    const ports = new FakePorts();
    ports.sender.keep('mill', undefined, alertOf('Closed tonight'));
    await settled();
    ports.onRequest = () => {
      ports.onRequest = () => undefined;
      ports.sender.keep('mill', undefined, alertOf('Closed until nine'));
    };
    await ports.connect();
    expect(ports.requests).toEqual(['mill: Closed tonight', 'mill: Closed until nine']);
    expect(ports.states()).toEqual([]);
  });
});

describe('withChange', () => {
  it('keeps what was seen before the first change, and forgets a change that is taken back', () => {
    const seen = alertOf('Doors at six');
    const once = withChange([], 'mill', seen, alertOf('Doors at five'));
    expect(withChange(once, 'mill', alertOf('Doors at five'), alertOf('Doors at four'))).toEqual([
      { theater: 'mill', state: 'waiting', seen, next: alertOf('Doors at four') },
    ]);
    expect(withChange(once, 'mill', undefined, seen)).toEqual([]);
  });
});

describe('verdictOn', () => {
  const change = (seen?: AlertText, next?: AlertText): UnsentAlert => ({
    theater: 'mill',
    state: 'waiting',
    ...(seen && { seen }),
    ...(next && { next }),
  });

  it('is not a conflict if the alert that was seen has ended by itself', () => {
    expect(verdictOn(change(alertOf('Doors at six', -1), alertOf('Late show')), undefined, NOON)).toBe('send');
  });

  it('is done if visitors see it already, from another tab of the same person', () => {
    expect(verdictOn(change(undefined, alertOf('Late show')), alertOf('Late show'), NOON)).toBe('done');
    expect(verdictOn(change(alertOf('Late show')), undefined, NOON)).toBe('done');
  });
});

describe('the device', () => {
  it('keeps alerts for each site and operator, and leaves out what it cannot read', () => {
    const values = new Map<string, string>();
    const device = {
      getItem: (key: string) => values.get(key) ?? null,
      setItem: (key: string, value: string) => void values.set(key, value),
      removeItem: (key: string) => void values.delete(key),
    };
    const alerts: readonly UnsentAlert[] = [
      { theater: 'mill', state: 'conflict', seen: alertOf('a'), next: alertOf('b'), theirs: alertOf('c') },
      { theater: 'quay', state: 'refused', next: alertOf('d'), reason: 'too long' },
    ];
    storeAlerts(device, 'aster', 'rosa', alerts);
    expect(storedAlerts(device, 'aster', 'rosa')).toEqual(alerts);
    expect(storedAlerts(device, 'aster', 'theo')).toEqual([]);
    const [key = ''] = values.keys();
    values.set(key, JSON.stringify({ alerts: [{ theater: 'mill' }, { state: 'waiting' }, 7] }));
    expect(storedAlerts(device, 'aster', 'rosa')).toEqual([]);
    values.set(key, '{');
    expect(storedAlerts(device, 'aster', 'rosa')).toEqual([]);
    storeAlerts(device, 'aster', 'rosa', []);
    expect(values.size).toBe(0);
  });
});
