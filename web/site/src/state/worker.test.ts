import { describe, expect, it } from 'vitest';
import { type Registration, type Surroundings, type Worker, keepWorker, mayRegister } from './worker.ts';

describe('SW-01 the worker is registered over https or on the machine itself', () => {
  it.each([
    ['https:', 'acme.example', true],
    ['https:', '10.0.0.1', true],
    ['http:', 'localhost', true],
    ['http:', 'aster.localhost', true],
    ['http:', '127.0.0.1', true],
    ['http:', '[::1]', true],
    ['http:', 'acme.example', false],
    ['http:', 'localhost.acme.example', false],
    ['http:', 'notlocalhost', false],
    ['http:', '127.0.0.1.acme.example', false],
    ['file:', '', false],
  ])('%s//%s: %s', async (protocol, hostname, expected) => {
    expect(mayRegister({ protocol, hostname })).toBe(expected);
    const { surroundings, done } = browser({ address: { protocol, hostname } });
    await keepWorker(surroundings);
    expect(done.includes('register /sw.js')).toBe(expected);
  });

  it('not where the browser has none', async () => {
    const { surroundings, done } = browser({ workers: undefined });
    await keepWorker(surroundings);
    expect(done).toEqual([]);
  });
});

describe('SW-02 an update', () => {
  it('reloads the page once when something had failed', async () => {
    const { surroundings, done, state } = browser();
    state.failed = true;
    await keepWorker(surroundings);
    state.update();
    expect(done).toEqual(['register /sw.js', 'SKIP_WAITING']);
    state.takeOver();
    state.takeOver();
    state.update();
    state.takeOver();
    expect(done).toEqual(['register /sw.js', 'SKIP_WAITING', 'reload']);
  });

  it('that waited since an earlier page does the same', async () => {
    const { surroundings, done, state } = browser();
    state.failed = true;
    state.wait();
    await keepWorker(surroundings);
    state.takeOver();
    expect(done).toEqual(['register /sw.js', 'SKIP_WAITING', 'reload']);
  });

  it('does not reload the page when nothing had failed', async () => {
    const { surroundings, done, state } = browser();
    await keepWorker(surroundings);
    state.update();
    state.takeOver();
    expect(done).toEqual(['register /sw.js']);
  });

  it('that waits is taken when something fails later; without one a newer build is looked for', async () => {
    const { surroundings, done, state } = browser();
    await keepWorker(surroundings);
    state.failed = true;
    state.tellFailure();
    expect(done).toEqual(['register /sw.js', 'update']);
    state.update();
    state.takeOver();
    expect(done).toEqual(['register /sw.js', 'update', 'SKIP_WAITING', 'reload']);
  });

  it('is no update on the first visit, when the page has no worker yet', async () => {
    const { surroundings, done, state } = browser();
    state.failed = true;
    state.controlled = false;
    await keepWorker(surroundings);
    state.update();
    state.takeOver();
    expect(done).toEqual(['register /sw.js']);
  });
});

describe('SW-03 errors while registering', () => {
  it('are only logged', async () => {
    const { surroundings, done } = browser({ broken: new TypeError('no script') });
    await expect(keepWorker(surroundings)).resolves.toBeUndefined();
    expect(done).toEqual(['register /sw.js', 'log TypeError: no script']);
  });
});

interface Given {
  address?: Surroundings['address'];
  workers?: undefined;
  broken?: Error;
}

/** A browser that notes what is done to it. */
function browser(given: Given = {}) {
  const done: string[] = [];
  const heard: Record<'controllerchange' | 'updatefound' | 'statechange', (() => void)[]> = { controllerchange: [], updatefound: [], statechange: [] };
  const tell = (type: keyof typeof heard) => heard[type].forEach((listener) => listener());
  let failure = () => {};
  let installing: Worker | null = null;
  let waiting: Worker | null = null;
  const workerIn = (worker: { state: string }): Worker => ({
    get state() {
      return worker.state;
    },
    postMessage: ({ type }) => done.push(type),
    addEventListener: (type, listener) => heard[type].push(listener),
  });
  const state = {
    failed: false,
    controlled: true,
    wait: () => {
      waiting = workerIn({ state: 'installed' });
    },
    /** A new worker is found and installed. */
    update: () => {
      const worker = { state: 'installing' };
      installing = workerIn(worker);
      tell('updatefound');
      worker.state = 'installed';
      [installing, waiting] = [null, installing];
      tell('statechange');
    },
    takeOver: () => tell('controllerchange'),
    tellFailure: () => failure(),
  };
  const registration: Registration = {
    get waiting() {
      return waiting;
    },
    get installing() {
      return installing;
    },
    addEventListener: (type, listener) => heard[type].push(listener),
    update: () => {
      done.push('update');
      return Promise.resolve();
    },
  };
  const surroundings: Surroundings = {
    address: given.address ?? { protocol: 'https:', hostname: 'acme.example' },
    workers:
      'workers' in given
        ? undefined
        : {
            get controller() {
              return state.controlled ? {} : null;
            },
            addEventListener: (type, listener) => heard[type].push(listener),
            register: (path) => {
              done.push(`register ${path}`);
              return given.broken === undefined ? Promise.resolve(registration) : Promise.reject(given.broken);
            },
          },
    failed: () => state.failed,
    onFailure: (callback) => {
      failure = callback;
    },
    reload: () => done.push('reload'),
    log: (error) => done.push(`log ${String(error)}`),
  };
  return { surroundings, done, state };
}
