import { describe, expect, it } from 'vitest';
import { captchaKey, captchaScript, challengeOf, isThirdParty, solutionText, solve } from './captcha.ts';
import { type ProofDependencies, proofMachine } from './captcha-machine.ts';

/** A substitute for SHA-256: 64 hexadecimal digits that differ for different texts. */
const hash = (text: string): string =>
  [...text]
    .reduce((sum, char) => (sum * 31n + BigInt(char.codePointAt(0) ?? 0)) % 2n ** 255n, 7n)
    .toString(16)
    .padStart(64, '0');
const digest = (text: string) => Promise.resolve(hash(text));
const SALT = '00ff?expires=1790000000&host=localhost&action=Login&';
const challenge = (number: number, maxnumber = 2000) => ({
  algorithm: 'SHA-256',
  challenge: hash(`${SALT}${number}`),
  maxnumber,
  salt: SALT,
  signature: 'aa',
});

describe('challenges', () => {
  it('VALID-08 are solved by trying all numbers, including the last one', async () => {
    expect(await solve(challenge(0), digest)).toBe(0);
    expect(await solve(challenge(777), digest)).toBe(777);
    expect(await solve(challenge(2000), digest)).toBe(2000);
    expect(await solve(challenge(2001), digest)).toBeUndefined();
    expect([await solve(challenge(0, 0), digest), await solve(challenge(256, 256), digest)]).toEqual([0, 256]);
  });

  it('are answered with the signed fields and the number', () => {
    expect(JSON.parse(solutionText(challenge(7), 7))).toEqual({
      algorithm: 'SHA-256',
      challenge: hash(`${SALT}7`),
      number: 7,
      salt: SALT,
      signature: 'aa',
    });
  });

  it('are validated', () => {
    for (const validChallenge of [challenge(7), challenge(0, 0), challenge(7, 1_000_000)])
      expect(challengeOf(validChallenge)).toEqual(validChallenge);
    const valid = challenge(7);
    const invalidParts: readonly object[] = [
      { algorithm: 'MD5' },
      { salt: '00ff?' },
      { signature: '' },
      { challenge: 'zz' },
      { challenge: `${valid.challenge}0` },
      { challenge: `g${valid.challenge}` },
      { maxnumber: 1_000_001 },
      { maxnumber: -1 },
      { maxnumber: '2000' },
      { maxnumber: null },
    ];
    for (const response of [null, {}, [], 'x']) expect(challengeOf(response)).toBeUndefined();
    for (const part of invalidParts) expect(challengeOf({ ...valid, ...part })).toBeUndefined();
  });
});

describe('third-party scripts', () => {
  const scriptOf = (provider: 'ALTCHA' | 'RECAPTCHA' | 'TURNSTILE', siteKey: string, scored = false) =>
    captchaScript({ provider, siteKey, scored });

  it('VALID-10 are loaded with the site key, and not without', () => {
    expect(scriptOf('RECAPTCHA', 'k1')).toBe('https://www.google.com/recaptcha/api.js?render=explicit&sitekey=k1');
    expect(scriptOf('RECAPTCHA', 'k1', true)).toBe('https://www.google.com/recaptcha/api.js?render=k1');
    expect(scriptOf('TURNSTILE', 'k1')).toBe('https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit&sitekey=k1');
    expect(scriptOf('RECAPTCHA', 'a&b')).toContain('a%26b');
    expect([
      scriptOf('RECAPTCHA', ''),
      scriptOf('RECAPTCHA', '', true),
      scriptOf('TURNSTILE', ''),
      scriptOf('ALTCHA', 'k1'),
    ]).toEqual([undefined, undefined, undefined, undefined]);
    expect(captchaScript({ provider: 'RECAPTCHA', siteKey: 'k', scored: true, standIns: 'http://stand-ins.localhost:9' })).toBe(
      'http://stand-ins.localhost:9/recaptcha/api.js?render=k',
    );
    expect(captchaScript({ provider: 'TURNSTILE', siteKey: 'k', scored: false, standIns: 'http://stand-ins.localhost:9' })).toBe(
      scriptOf('TURNSTILE', 'k'),
    );
  });

  it('ROLE-15 the key changes only when the page is not opened by another window and not in a frame', () => {
    expect(captchaKey('k1', 'k2', false)).toBe('k2');
    expect(captchaKey('k1', 'k2', true)).toBe('k1');
  });

  it('security 5.3: the server’s own captcha is not a third party’s', () => {
    expect(isThirdParty(undefined)).toBe(false);
    expect(isThirdParty({ provider: 'ALTCHA', siteKey: '', scored: false })).toBe(false);
    expect(isThirdParty({ provider: 'TURNSTILE', siteKey: 'k1', scored: false })).toBe(true);
  });
});

describe('the captcha of a form', () => {
  function setUp(parts: Partial<ProofDependencies> = {}) {
    const requests: number[] = [];
    let now = 0;
    const machine = proofMachine({
      request: () => {
        requests.push(now);
        return Promise.resolve(challenge(requests.length));
      },
      solve: (parsed) => solve(parsed, digest),
      base64: (text) => text,
      now: () => now,
      ...parts,
    });
    const states: string[] = [];
    machine.subscribe(() => states.push(machine.get()));
    const number = async () => {
      const answer = await machine.answer();
      return answer === undefined ? undefined : JSON.parse(answer).number;
    };
    return { machine, requests, states, number, sleep: (ms: number) => (now += ms) };
  }

  it('VALID-08 requests a challenge at the first focus and has its answer when the form is sent', async () => {
    const { machine, requests, states, number } = setUp();
    expect(machine.get()).toBe('idle');
    machine.begin();
    machine.begin();
    expect(await number()).toBe(1);
    expect(requests).toHaveLength(1);
    expect(states).toEqual(['checking', 'confirmed']);
  });

  it('gives each answer once', async () => {
    const { number, states, machine } = setUp();
    expect(await number()).toBe(1);
    machine.reset();
    expect(await number()).toBe(2);
    expect(await number()).toBe(3);
    expect(states).toEqual(['checking', 'confirmed', 'idle', 'checking', 'confirmed', 'checking', 'confirmed']);
  });

  it.each([
    [104_999, 1],
    [105_000, 2],
  ])('VALID-08 after %d ms it has the answer of challenge %d: an expired one is replaced', async (ms, expected) => {
    const { machine, requests, number, sleep } = setUp();
    machine.begin();
    for (let attempt = 0; attempt < 100 && machine.get() !== 'confirmed'; attempt += 1) {
      // oxlint-disable-next-line no-await-in-loop
      await Promise.resolve();
    }
    expect(machine.get()).toBe('confirmed');
    sleep(ms);
    expect(await number()).toBe(expected);
    expect(requests).toHaveLength(expected);
  });

  it('has the state failed after a failure, and can be started again', async () => {
    let works = false;
    const { machine, number } = setUp({
      request: () => (works ? Promise.resolve(challenge(5)) : Promise.reject(new Error('offline'))),
    });
    expect(await number()).toBeUndefined();
    expect(machine.get()).toBe('failed');
    works = true;
    machine.begin();
    expect(machine.get()).toBe('checking');
    expect(await number()).toBe(5);
  });

  it('fails without a valid challenge', async () => {
    const solving: unknown[] = [];
    const { machine } = setUp({
      request: () => Promise.resolve({ title: 'There is no such form' }),
      solve: (parsed) => Promise.resolve(solving.push(parsed)),
    });
    expect(await machine.answer()).toBeUndefined();
    expect([machine.get(), solving]).toEqual(['failed', []]);
  });

  it('fails when no number solves the challenge', async () => {
    const { machine } = setUp({ solve: () => Promise.resolve(undefined) });
    expect(await machine.answer()).toBeUndefined();
    expect(machine.get()).toBe('failed');
  });

  it('ignores the result of an attempt that was reset', async () => {
    const requests: ((response: unknown) => void)[] = [];
    const { machine, states } = setUp({ request: () => new Promise((resolve) => void requests.push(resolve)) });
    const first = machine.answer();
    machine.reset();
    const second = machine.answer();
    requests[0]?.(undefined);
    expect(await first).toBeUndefined();
    expect(machine.get()).toBe('checking');
    requests[1]?.(challenge(5));
    expect(await second).toBe(solutionText(challenge(5), 5));
    expect(states).toEqual(['checking', 'idle', 'checking', 'confirmed']);
  });

  it('an attempt that was reset and succeeds does not change the next one', async () => {
    const requests: ((response: unknown) => void)[] = [];
    const { machine } = setUp({ request: () => new Promise((resolve) => void requests.push(resolve)) });
    const first = machine.answer();
    machine.reset();
    const second = machine.answer();
    requests[0]?.(challenge(3));
    expect(await first).toBe(solutionText(challenge(3), 3));
    requests[1]?.(challenge(5));
    expect(await second).toBe(solutionText(challenge(5), 5));
    expect(machine.get()).toBe('confirmed');
    expect(requests).toHaveLength(2);
  });
});
