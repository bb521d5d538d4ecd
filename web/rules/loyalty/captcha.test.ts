import { describe, expect, it } from 'vitest';
import { captchaKey, captchaScript, challengeOf, isOfOthers, solutionText, solve } from './captcha.ts';
import { type ProofParts, proofMachine } from './captcha-machine.ts';

/** Stands in for SHA-256: 64 hexadecimal digits that differ where the texts do. */
const hash = (text: string): string => [...text].reduce((sum, char) => (sum * 31n + BigInt(char.codePointAt(0) ?? 0)) % 2n ** 255n, 7n).toString(16).padStart(64, '0');
const digest = (text: string) => Promise.resolve(hash(text));
const SALT = '00ff?expires=1790000000&host=localhost&action=Login&';
const challenge = (number: number, maxnumber = 2000) => ({ algorithm: 'SHA-256', challenge: hash(`${SALT}${number}`), maxnumber, salt: SALT, signature: 'aa' });

describe('challenges', () => {
  it('VALID-08 are solved by counting, to the last number', async () => {
    expect(await solve(challenge(0), digest)).toBe(0);
    expect(await solve(challenge(777), digest)).toBe(777);
    expect(await solve(challenge(2000), digest)).toBe(2000);
    expect(await solve(challenge(2001), digest)).toBeUndefined();
  });

  it('are answered with what the server signed, and the number', () => {
    expect(JSON.parse(solutionText(challenge(7), 7))).toEqual({ algorithm: 'SHA-256', challenge: hash(`${SALT}7`), number: 7, salt: SALT, signature: 'aa' });
  });

  it('are not believed before they are read', () => {
    expect(challengeOf(challenge(7))).toEqual(challenge(7));
    for (const wrong of [null, {}, [], 'x', { ...challenge(7), algorithm: 'MD5' }, { ...challenge(7), salt: '00ff?' }, { ...challenge(7), maxnumber: 1e9 }, { ...challenge(7), challenge: 'zz' }])
      expect(challengeOf(wrong)).toBeUndefined();
  });
});

describe('the scripts of others', () => {
  const of = (provider: 'ALTCHA' | 'RECAPTCHA' | 'TURNSTILE', siteKey: string, scored = false) => captchaScript({ provider, siteKey, scored });

  it('VALID-10 are loaded with the site key, and not without', () => {
    expect(of('RECAPTCHA', 'k1')).toBe('https://www.google.com/recaptcha/api.js?render=explicit&sitekey=k1');
    expect(of('RECAPTCHA', 'k1', true)).toBe('https://www.google.com/recaptcha/api.js?render=k1');
    expect(of('TURNSTILE', 'k1')).toBe('https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit&sitekey=k1');
    expect(of('RECAPTCHA', 'a&b')).toContain('a%26b');
    expect([of('RECAPTCHA', ''), of('RECAPTCHA', '', true), of('TURNSTILE', ''), of('ALTCHA', 'k1')]).toEqual([undefined, undefined, undefined, undefined]);
    expect(captchaScript({ provider: 'RECAPTCHA', siteKey: 'k', scored: true, standIns: 'http://stand-ins.localhost:9' })).toBe('http://stand-ins.localhost:9/recaptcha/api.js?render=k');
    expect(captchaScript({ provider: 'TURNSTILE', siteKey: 'k', scored: false, standIns: 'http://stand-ins.localhost:9' })).toBe(of('TURNSTILE', 'k'));
  });

  it('ROLE-15 the key changes only when the page is not opened by another window and not in a frame', () => {
    expect(captchaKey('k1', 'k2', { isOpened: false, isFramed: false })).toBe('k2');
    expect(captchaKey('k1', 'k2', { isOpened: true, isFramed: false })).toBe('k1');
    expect(captchaKey('k1', 'k2', { isOpened: false, isFramed: true })).toBe('k1');
  });

  it('security 5.3: the server’s own captcha is nobody else’s', () => {
    expect(isOfOthers(undefined)).toBe(false);
    expect(isOfOthers({ provider: 'ALTCHA', siteKey: '', scored: false })).toBe(false);
    expect(isOfOthers({ provider: 'TURNSTILE', siteKey: 'k1', scored: false })).toBe(true);
  });
});

describe('the captcha of a form', () => {
  function stand(parts: Partial<ProofParts> = {}) {
    const asked: number[] = [];
    let now = 0;
    const machine = proofMachine({
      ask: () => {
        asked.push(now);
        return Promise.resolve(challenge(asked.length));
      },
      solve: (one) => solve(one, digest),
      base64: (text) => text,
      now: () => now,
      ...parts,
    });
    const said: string[] = [];
    machine.subscribe(() => said.push(machine.get()));
    const number = async () => {
      const answer = await machine.answer();
      return answer === undefined ? undefined : JSON.parse(answer).number;
    };
    return { machine, asked, said, number, sleep: (ms: number) => (now += ms) };
  }

  it('VALID-08 asks at the first focus and has its answer when it is sent', async () => {
    const { machine, asked, said, number } = stand();
    machine.begin();
    machine.begin();
    expect(await number()).toBe(1);
    expect(asked).toHaveLength(1);
    expect(said).toEqual(['checking', 'confirmed']);
  });

  it('gives each answer once', async () => {
    const { number, said, machine } = stand();
    expect(await number()).toBe(1);
    machine.reset();
    expect(await number()).toBe(2);
    expect(await number()).toBe(3);
    expect(said).toEqual(['checking', 'confirmed', 'idle', 'checking', 'confirmed', 'checking', 'confirmed']);
  });

  it('does it again when it expired while the form was filled in', async () => {
    const { machine, number, sleep } = stand();
    machine.begin();
    for (let turn = 0; turn < 100 && machine.get() !== 'confirmed'; turn += 1) {
      // oxlint-disable-next-line no-await-in-loop
      await Promise.resolve();
    }
    expect(machine.get()).toBe('confirmed');
    sleep(119_000);
    expect(await number()).toBe(2);
  });

  it('says that it failed, and can be tried again', async () => {
    let works = false;
    const { machine, number } = stand({ ask: () => (works ? Promise.resolve(challenge(5)) : Promise.reject(new Error('offline'))) });
    expect(await number()).toBeUndefined();
    expect(machine.get()).toBe('failed');
    works = true;
    machine.begin();
    expect(machine.get()).toBe('checking');
    expect(await number()).toBe(5);
  });

  it('does not take nonsense for a challenge', async () => {
    const { machine, number } = stand({ ask: () => Promise.resolve({ title: 'There is no such form' }) });
    expect(await number()).toBeUndefined();
    expect(machine.get()).toBe('failed');
  });
});
