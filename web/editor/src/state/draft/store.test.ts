import { describe, expect, it } from 'vitest';
import { ApiError } from '../api/client.ts';
import type { Draft, DraftEdit, DraftUpdate } from '@marquee/api/editor.gen.ts';
import { valueAt, withValue } from '../pointer.ts';
import { type PendingEdit, saveStateOf } from './machine.ts';
import { DraftStore, POLL_INTERVAL, SAVE_DELAY } from './store.ts';

/** A server with one draft, a clock that is moved by hand, and a device. */
class FakePorts {
  content: unknown = { site: { name: 'Aster', color: '#000000' } };
  version = 1;
  requests: (readonly DraftEdit[])[] = [];
  device: readonly PendingEdit[] = [];
  time = 0;
  /** What the next requests fail with. */
  failures: ApiError[] = [];
  timers: { at: number; run: () => void }[] = [];
  isVisible = true;
  forbidden = 0;
  readonly store = new DraftStore({
    load: async () => this.draft(),
    version: async () => ({ version: this.version, present: [], requests: [] }),
    patch: (edits) => this.patch(edits),
    discard: async () => this.update(),
    stored: () => this.device,
    store: (edits) => {
      this.device = edits;
    },
    now: () => this.time,
    later: (run, delay) => {
      const timer = { at: this.time + delay, run };
      this.timers.push(timer);
      return () => {
        this.timers = this.timers.filter((other) => other !== timer);
      };
    },
    isVisible: () => this.isVisible,
    mayEdit: ({ pointer }) => !pointer.startsWith('/secret'),
    onForbidden: () => {
      this.forbidden += 1;
    },
    self: 'Rosa',
  });

  draft(): Draft {
    return {
      version: this.version,
      content: this.content,
      live: this.content,
      changes: [],
      problems: [],
      present: [],
      requests: [],
    };
  }
  update(): DraftUpdate {
    return { version: this.version, changes: [], problems: [] };
  }
  async patch(edits: readonly DraftEdit[]): Promise<DraftUpdate> {
    this.requests.push(edits);
    const failure = this.failures.shift();
    if (failure !== undefined) throw failure;
    for (const { pointer, to } of edits) this.content = withValue(this.content, pointer, to);
    this.version += 1;
    return this.update();
  }
  async pass(duration: number): Promise<void> {
    const end = this.time + duration;
    for (;;) {
      await settled();
      const [next] = this.timers.filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at);
      if (next === undefined) break;
      this.time = next.at;
      this.timers = this.timers.filter((timer) => timer !== next);
      next.run();
    }
    this.time = end;
    await settled();
  }
  at(pointer: string): unknown {
    return valueAt(this.store.state()?.content, pointer);
  }
  saveState(): string {
    const state = this.store.state();
    return state === undefined ? 'loading' : saveStateOf(state);
  }
}

const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};

async function opened(): Promise<FakePorts> {
  const ports = new FakePorts();
  ports.store.start();
  await settled();
  return ports;
}

describe('the draft of a site', () => {
  it('sends edits together, 600 ms after the last one', async () => {
    const ports = await opened();
    ports.store.edit([{ pointer: '/site/color', to: '#111111' }]);
    await ports.pass(SAVE_DELAY - 1);
    ports.store.edit([{ pointer: '/site/name', to: 'Astra' }]);
    await ports.pass(SAVE_DELAY - 1);
    expect(ports.requests).toEqual([]);
    expect(ports.device).toHaveLength(2);
    await ports.pass(1);
    expect(ports.requests).toHaveLength(1);
    expect(ports.requests[0]).toHaveLength(2);
    expect(ports.saveState()).toBe('saved');
    expect(ports.device).toEqual([]);
  });

  it('sends at once on blur', async () => {
    const ports = await opened();
    ports.store.edit([{ pointer: '/site/name', to: 'Astra' }]);
    await ports.store.flush();
    expect(ports.requests).toEqual([[{ pointer: '/site/name', from: 'Aster', to: 'Astra' }]]);
  });

  it('keeps edits on the device while offline, and sends them later in order', async () => {
    const ports = await opened();
    ports.failures = [new ApiError(0, undefined), new ApiError(503, undefined)];
    ports.store.edit([{ pointer: '/site/name', to: 'Astra' }]);
    await ports.pass(SAVE_DELAY);
    expect(ports.saveState()).toBe('onDevice');
    expect(ports.device).toEqual([{ pointer: '/site/name', from: 'Aster', to: 'Astra' }]);
    await ports.pass(60_000);
    expect(ports.requests).toHaveLength(3);
    expect(ports.saveState()).toBe('saved');
    expect(ports.content).toEqual({ site: { name: 'Astra', color: '#000000' } });
  });

  it('tells when it tries again, and tries at once when it is asked to', async () => {
    const ports = await opened();
    ports.failures = [new ApiError(503, undefined), new ApiError(503, undefined)];
    ports.store.edit([{ pointer: '/site/name', to: 'Astra' }]);
    await ports.pass(SAVE_DELAY);
    expect(ports.store.state()).toMatchObject({ delay: 'unavailable', code: 503, retryAt: ports.time + 2 * SAVE_DELAY });
    await ports.store.flush();
    expect(ports.requests).toHaveLength(2);
    expect(ports.store.state()).toMatchObject({ code: 503, retryAt: ports.time + 4 * SAVE_DELAY });
    await ports.store.flush();
    expect(ports.saveState()).toBe('saved');
    expect(ports.store.state()).not.toHaveProperty('retryAt');
  });

  it('sends edits of an earlier visit', async () => {
    const ports = new FakePorts();
    ports.device = [{ pointer: '/site/name', from: 'Aster', to: 'Astra' }];
    ports.store.start();
    await settled();
    expect(ports.content).toMatchObject({ site: { name: 'Astra' } });
  });

  it('shows changes of others within seconds', async () => {
    const ports = await opened();
    ports.content = withValue(ports.content, '/site/name', 'Astra');
    ports.version = 2;
    await ports.pass(POLL_INTERVAL);
    expect(ports.at('/site/name')).toBe('Astra');
  });

  it('does not ask while the page is hidden', async () => {
    const ports = await opened();
    ports.isVisible = false;
    ports.version = 2;
    ports.content = {};
    await ports.pass(5 * POLL_INTERVAL);
    expect(ports.at('/site/name')).toBe('Aster');
  });

  it('asks which value counts if two people changed the same part', async () => {
    const ports = await opened();
    ports.failures = [new ApiError(409, { conflicts: [{ pointer: '/site/name', theirs: 'Orion', actor: 'Theo' }] })];
    ports.store.edit([
      { pointer: '/site/name', to: 'Astra' },
      { pointer: '/site/color', to: '#111111' },
    ]);
    await ports.pass(3 * SAVE_DELAY);
    expect(ports.saveState()).toBe('conflict');
    expect(ports.requests[1]).toEqual([{ pointer: '/site/color', from: '#000000', to: '#111111' }]);
    ports.content = withValue(ports.content, '/site/name', 'Orion');
    ports.store.settle('/site/name', 'Astra');
    await settled();
    expect(ports.requests[2]).toEqual([{ pointer: '/site/name', from: 'Orion', to: 'Astra' }]);
    expect(ports.saveState()).toBe('saved');
  });

  it('finds the edit that the server refuses, and sends the others', async () => {
    const ports = await opened();
    const refusal = new ApiError(422, { title: 'Invalid', detail: 'color must be #RRGGBB' });
    ports.failures = [refusal, refusal];
    ports.store.edit([
      { pointer: '/site/color', to: 'red' },
      { pointer: '/site/name', to: 'Astra' },
    ]);
    await ports.pass(4 * SAVE_DELAY);
    expect(ports.content).toEqual({ site: { name: 'Astra', color: '#000000' } });
    expect(ports.saveState()).toBe('refused');
    expect(ports.store.state()?.pending).toEqual([
      { pointer: '/site/color', from: '#000000', to: 'red', refusal: 'color must be #RRGGBB' },
    ]);
  });

  it('does not change what the role does not permit', async () => {
    const ports = await opened();
    ports.store.edit([{ pointer: '/secret', to: 1 }]);
    expect(ports.forbidden).toBe(1);
    expect(ports.saveState()).toBe('saved');
  });

  it('keeps edits when the session ends', async () => {
    const ports = await opened();
    ports.failures = [new ApiError(401, undefined)];
    ports.store.edit([{ pointer: '/site/name', to: 'Astra' }]);
    await ports.pass(SAVE_DELAY);
    expect(ports.store.state()?.delay).toBe('signedOut');
    await ports.store.flush();
    expect(ports.saveState()).toBe('saved');
  });
});
