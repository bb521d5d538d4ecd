import type { CaptchaChoice } from '@marquee/rules/loyalty/account/captcha.ts';
import { describe, expect, it } from 'vitest';
import { type Recaptcha, type RemotePorts, type Rendering, type Turnstile, remoteMachine } from './captcha-remote.ts';

const box: HTMLElement = Object.create(null);

function setUp(choice: CaptchaChoice, change: Partial<RemotePorts> = {}) {
  const sources: string[] = [];
  const renderings: Rendering[] = [];
  const resets: (string | number)[] = [];
  const timers: (() => void)[] = [];
  const recaptcha: Recaptcha = {
    ready: (run) => run(),
    execute: (key, { action }) => Promise.resolve(`stub:${key}:${action}`),
    render: (_, rendering) => renderings.push(rendering) - 1,
    reset: (id) => void resets.push(id),
  };
  const turnstile: Turnstile = {
    render: (_, rendering) => `w${renderings.push(rendering)}`,
    reset: (id) => void resets.push(id),
  };
  const machine = remoteMachine(choice, 'Login', {
    load: (src) => {
      sources.push(src);
      return Promise.resolve();
    },
    recaptcha: () => recaptcha,
    turnstile: () => turnstile,
    appearance: () => ({ theme: 'dark', narrow: false }),
    after: (_, run) => void timers.push(run),
    ...change,
  });
  return { machine, sources, renderings, resets, timers };
}
const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

describe('reCAPTCHA version 2', () => {
  const K1 = { provider: 'RECAPTCHA', siteKey: 'k1', scored: false } as const;

  it('VALID-10 loads the script with the key when its box is mounted, and renders once', async () => {
    const { machine, sources, renderings } = setUp(K1);
    expect(sources).toEqual([]);
    machine.mount(box);
    machine.begin();
    await settle();
    expect(sources).toEqual(['https://www.google.com/recaptcha/api.js?render=explicit&sitekey=k1']);
    expect(renderings).toHaveLength(1);
    expect(renderings[0]).toMatchObject({ sitekey: 'k1', theme: 'dark', size: 'normal' });
  });

  it('VALID-08 returns the token of the visitor’s click, and resets after a call', async () => {
    const { machine, renderings, resets } = setUp(K1);
    machine.mount(box);
    await settle();
    renderings[0]?.callback('token-1');
    expect(machine.get()).toBe('confirmed');
    expect(await machine.answer()).toBe('token-1');
    machine.reset();
    expect(resets).toEqual([0]);
    expect(machine.get()).toBe('idle');
  });

  it('fails if it was not clicked or has expired', async () => {
    const { machine, renderings } = setUp(K1);
    machine.mount(box);
    await settle();
    expect(await machine.answer()).toBeUndefined();
    expect(machine.get()).toBe('failed');
    renderings[0]?.callback('token-1');
    renderings[0]?.['expired-callback']();
    expect(await machine.answer()).toBeUndefined();
  });

  it('fails if its script cannot render', async () => {
    const { machine } = setUp(K1, {
      recaptcha: () => ({
        ready: (run) => run(),
        execute: () => Promise.resolve(''),
        render: () => {
          throw new Error('Invalid site key');
        },
        reset: () => undefined,
      }),
    });
    machine.mount(box);
    expect(await machine.answer()).toBeUndefined();
    expect(machine.get()).toBe('failed');
  });

  it('fails if the script cannot be loaded, and can be retried', async () => {
    let isReachable = false;
    const { machine, renderings } = setUp(K1, {
      load: () => (isReachable ? Promise.resolve() : Promise.reject(new Error('blocked'))),
    });
    machine.mount(box);
    await settle();
    expect(machine.get()).toBe('failed');
    expect(await machine.answer()).toBeUndefined();
    isReachable = true;
    machine.begin();
    await settle();
    expect(renderings).toHaveLength(1);
  });

  it('fails if the provider’s script never gets ready', async () => {
    const { machine, timers, renderings } = setUp(K1, {
      recaptcha: () => ({ ready: () => undefined, execute: () => Promise.resolve(''), render: () => 0, reset: () => undefined }),
    });
    machine.mount(box);
    const answer = machine.answer();
    await settle();
    for (const run of timers) run();
    expect(await answer).toBeUndefined();
    expect(machine.get()).toBe('failed');
    expect(renderings).toEqual([]);
  });

  it('VALID-10 loads no script without a key', async () => {
    const { machine, sources } = setUp({ ...K1, siteKey: '' });
    machine.mount(box);
    expect(await machine.answer()).toBeUndefined();
    expect(sources).toEqual([]);
  });
});

describe('reCAPTCHA version 3', () => {
  const K1 = { provider: 'RECAPTCHA', siteKey: 'k1', scored: true } as const;

  it('VALID-09 passes the name of the call and renders nothing', async () => {
    const { machine, sources, renderings } = setUp(K1);
    machine.begin();
    expect(await machine.answer()).toBe('stub:k1:Login');
    expect(sources).toEqual(['https://www.google.com/recaptcha/api.js?render=k1']);
    expect(renderings).toEqual([]);
  });

  it('fails after a timeout', async () => {
    const { machine, timers } = setUp(K1, {
      recaptcha: () => ({
        ready: (run) => run(),
        execute: () => new Promise(() => undefined),
        render: () => 0,
        reset: () => undefined,
      }),
    });
    const answer = machine.answer();
    await settle();
    for (const run of timers) run();
    expect(await answer).toBeUndefined();
    expect(machine.get()).toBe('failed');
  });

  it('fails without an exception', async () => {
    const { machine } = setUp(K1, { recaptcha: () => undefined });
    expect(await machine.answer()).toBeUndefined();
    expect(machine.get()).toBe('failed');
  });
});

describe('Turnstile', () => {
  const K1 = { provider: 'TURNSTILE', siteKey: 'k1', scored: false } as const;

  it('VALID-09 passes the name of the call and waits for the token', async () => {
    const { machine, renderings } = setUp(K1);
    machine.mount(box);
    await settle();
    expect(renderings[0]).toMatchObject({ sitekey: 'k1', action: 'Login', size: 'flexible' });
    const answer = machine.answer();
    await settle();
    renderings[0]?.callback('token-1');
    expect(await answer).toBe('token-1');
  });

  it('fails after a timeout', async () => {
    const { machine, timers } = setUp(K1);
    machine.mount(box);
    const answer = machine.answer();
    await settle();
    for (const run of timers) run();
    expect(await answer).toBeUndefined();
    expect(machine.get()).toBe('failed');
  });
});
