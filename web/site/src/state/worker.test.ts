import { FakeLink, fakePage } from '@marquee/testkit/pages/fake-page.ts';
import { afterEach, describe, expect, it, vi } from 'vitest';
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

describe('the worker of the page', () => {
  const reload = vi.fn<() => void>();
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });

  /** Starts the worker of a page with these stylesheets and a new worker, which waits. Returns what the new worker was told. */
  async function start(sheets: readonly { sheet: object | null }[]) {
    reload.mockClear();
    const page = fakePage({ elements: { 'link[rel=stylesheet]': sheets } });
    Object.assign(location, { reload });
    class Script {
      readonly src = 'https://acme.example/assets/app.js';
    }
    vi.stubGlobal('HTMLScriptElement', Script);
    vi.stubGlobal('HTMLLinkElement', FakeLink);
    const messages: unknown[] = [];
    const waiting = { state: 'installed', postMessage: (message: unknown) => void messages.push(message) };
    const onTakeOver: (() => void)[] = [];
    const update = vi.fn(() => Promise.resolve());
    const registration = { waiting, installing: null, addEventListener: () => undefined, update };
    const register = vi.fn<(path: string) => Promise<object>>(async () => registration);
    vi.stubGlobal('navigator', {
      serviceWorker: {
        controller: {},
        register,
        addEventListener: (_: string, listener: () => void) => void onTakeOver.push(listener),
      },
    });
    vi.resetModules();
    const [{ startWorker }, { watchFailures }] = await Promise.all([import('./worker.ts'), import('./failures.ts')]);
    watchFailures();
    startWorker();
    await vi.waitFor(() => expect(register.mock.results).toHaveLength(1));
    await register.mock.results[0]?.value;
    const fail = (): void => page.window.dispatch('error', { target: new Script() });
    return { page, messages, fail, takeOver: () => onTakeOver.forEach((run) => run()), register };
  }

  it('SW-02 takes over and reloads the page if a stylesheet has failed', async () => {
    const { messages, takeOver, register } = await start([{ sheet: {} }, { sheet: null }]);
    expect([register.mock.calls, messages]).toEqual([[['/sw.js']], [{ type: 'SKIP_WAITING' }]]);
    takeOver();
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('SW-02 waits until a script of the page fails', async () => {
    const { page, messages, fail } = await start([{ sheet: {} }]);
    expect(messages).toEqual([]);
    page.window.dispatch('error', { target: {} });
    expect(messages).toEqual([]);
    fail();
    expect(messages).toEqual([{ type: 'SKIP_WAITING' }]);
  });

  it('SW-03 is missing in a browser that has none, and a failure is only logged', async () => {
    fakePage();
    vi.resetModules();
    const warn = vi.spyOn(console, 'warn').mockReturnValue(undefined);
    const { startWorker } = await import('./worker.ts');
    startWorker();
    expect(warn).not.toHaveBeenCalled();
    const failure = new TypeError('no script');
    vi.stubGlobal('navigator', { serviceWorker: { register: () => Promise.reject(failure) } });
    startWorker();
    await vi.waitFor(() => expect(warn).toHaveBeenCalledWith('The service worker was not registered:', failure));
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
