import { describe, expect, it } from 'vitest';
import { type Registration, type WorkerPorts, type Worker, registerWorker, mayRegister } from './worker.ts';

describe('SW-01 the worker is registered over https or on localhost', () => {
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
    const { ports, calls } = browser({ address: { protocol, hostname } });
    await registerWorker(ports);
    expect(calls.includes('register /sw.js')).toBe(expected);
  });

  it('not if the browser does not support workers', async () => {
    const { ports, calls } = browser({ workers: undefined });
    await registerWorker(ports);
    expect(calls).toEqual([]);
  });
});

describe('SW-02 an update', () => {
  it('reloads the page once if a resource had failed', async () => {
    const { ports, calls, state } = browser();
    state.failed = true;
    await registerWorker(ports);
    state.update();
    expect(calls).toEqual(['register /sw.js', 'SKIP_WAITING']);
    state.takeOver();
    state.takeOver();
    state.update();
    state.takeOver();
    expect(calls).toEqual(['register /sw.js', 'SKIP_WAITING', 'reload']);
  });

  it('that has waited since an earlier page does the same', async () => {
    const { ports, calls, state } = browser();
    state.failed = true;
    state.wait();
    await registerWorker(ports);
    state.takeOver();
    expect(calls).toEqual(['register /sw.js', 'SKIP_WAITING', 'reload']);
  });

  it('does not reload the page if nothing had failed', async () => {
    const { ports, calls, state } = browser();
    await registerWorker(ports);
    state.update();
    state.takeOver();
    expect(calls).toEqual(['register /sw.js']);
  });

  it('is checked for when a resource fails later', async () => {
    const { ports, calls, state } = browser();
    await registerWorker(ports);
    state.failed = true;
    state.reportFailure();
    expect(calls).toEqual(['register /sw.js', 'update']);
    state.update();
    state.takeOver();
    expect(calls).toEqual(['register /sw.js', 'update', 'SKIP_WAITING', 'reload']);
  });

  it('does not include the first worker of a page', async () => {
    const { ports, calls, state } = browser();
    state.failed = true;
    state.controlled = false;
    await registerWorker(ports);
    state.update();
    state.takeOver();
    expect(calls).toEqual(['register /sw.js']);
  });
});

describe('SW-03 errors while registering', () => {
  it('are only logged', async () => {
    const { ports, calls } = browser({ broken: new TypeError('no script') });
    await expect(registerWorker(ports)).resolves.toBeUndefined();
    expect(calls).toEqual(['register /sw.js', 'log TypeError: no script']);
  });
});

interface BrowserOptions {
  address?: WorkerPorts['address'];
  workers?: undefined;
  broken?: Error;
}

/** A fake browser that records the calls. */
function browser(options: BrowserOptions = {}) {
  const calls: string[] = [];
  const listeners: Record<'controllerchange' | 'updatefound' | 'statechange', (() => void)[]> = {
    controllerchange: [],
    updatefound: [],
    statechange: [],
  };
  const dispatch = (type: keyof typeof listeners) => listeners[type].forEach((listener) => listener());
  let onFailure = () => {};
  let installing: Worker | null = null;
  let waiting: Worker | null = null;
  const workerIn = (worker: { state: string }): Worker => ({
    get state() {
      return worker.state;
    },
    postMessage: ({ type }) => calls.push(type),
    addEventListener: (type, listener) => listeners[type].push(listener),
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
      dispatch('updatefound');
      worker.state = 'installed';
      [installing, waiting] = [null, installing];
      dispatch('statechange');
    },
    takeOver: () => dispatch('controllerchange'),
    reportFailure: () => onFailure(),
  };
  const registration: Registration = {
    get waiting() {
      return waiting;
    },
    get installing() {
      return installing;
    },
    addEventListener: (type, listener) => listeners[type].push(listener),
    update: () => {
      calls.push('update');
      return Promise.resolve();
    },
  };
  const ports: WorkerPorts = {
    address: options.address ?? { protocol: 'https:', hostname: 'acme.example' },
    workers:
      'workers' in options
        ? undefined
        : {
            get controller() {
              return state.controlled ? {} : null;
            },
            addEventListener: (type, listener) => listeners[type].push(listener),
            register: (path) => {
              calls.push(`register ${path}`);
              return options.broken === undefined ? Promise.resolve(registration) : Promise.reject(options.broken);
            },
          },
    failed: () => state.failed,
    onFailure: (callback) => {
      onFailure = callback;
    },
    reload: () => calls.push('reload'),
    log: (error) => calls.push(`log ${String(error)}`),
  };
  return { ports, calls, state };
}
