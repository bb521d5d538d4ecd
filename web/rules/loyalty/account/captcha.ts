// Captchas: the challenge of the server's own captcha, and the scripts of third parties (third-party.md, section 4).

import { field, text } from '@marquee/api/json.ts';
import { CAPTCHA_MAX_AGE_MS } from '../../shared.gen.ts';

/** The captcha of a site. */
export interface CaptchaChoice {
  readonly provider: 'ALTCHA' | 'RECAPTCHA' | 'TURNSTILE';
  /** The site's key of the provider; empty for the server's own captcha. */
  readonly siteKey: string;
  /** Whether it is reCAPTCHA version 3, which is invisible. */
  readonly scored: boolean;
  /** Origin of the server that replaces reCAPTCHA in tests and demos. */
  readonly standIns?: string;
}

/** A challenge of the server's own captcha: find the number whose hash, with the salt, is `challenge`. */
export interface Challenge {
  readonly algorithm: string;
  readonly challenge: string;
  readonly maxnumber: number;
  readonly salt: string;
  readonly signature: string;
}

/** Maximum of `maxnumber`: larger challenges are rejected. */
const MAX_NUMBER = 1_000_000;
const ALGORITHM = 'SHA-256';

/** Parses a challenge; undefined if it is invalid. */
export function challengeOf(response: unknown): Challenge | undefined {
  const maxnumber = field(response, 'maxnumber');
  const read = (name: string): string => text(field(response, name));
  const [algorithm, challenge, salt, signature] = [read('algorithm'), read('challenge'), read('salt'), read('signature')];
  if (algorithm !== ALGORITHM || !/^[\da-f]{64}$/.test(challenge) || !salt.endsWith('&') || signature === '') return undefined;
  if (typeof maxnumber !== 'number' || !(maxnumber >= 0 && maxnumber <= MAX_NUMBER)) return undefined;
  return { algorithm, challenge, maxnumber, salt, signature };
}

/** Returns the hash of a text as hexadecimal digits. */
export type Digest = (text: string) => Promise<string>;

/** Number of hashes that are computed concurrently. */
const BATCH = 256;

/** The number that solves a challenge; undefined if there is none. */
export async function solve({ challenge, salt, maxnumber }: Challenge, digest: Digest): Promise<number | undefined> {
  for (let from = 0; from <= maxnumber; from += BATCH) {
    const numbers = Array.from({ length: Math.min(BATCH, maxnumber - from + 1) }, (_, n) => from + n);
    // In sequence: a batch is what a browser hashes concurrently.
    // oxlint-disable-next-line no-await-in-loop
    const hashes = await Promise.all(numbers.map((number) => digest(`${salt}${number}`)));
    const index = hashes.indexOf(challenge);
    if (index >= 0) return from + index;
  }
  return undefined;
}

/** The JSON text of a solution, before its base64 encoding. */
export const solutionText = ({ algorithm, challenge, salt, signature }: Challenge, number: number): string =>
  JSON.stringify({ algorithm, challenge, number, salt, signature });

/** Maximum age of an answer in ms (security 2.4), less the time to send it. */
const LIFE_MS = CAPTCHA_MAX_AGE_MS - 15_000;

/** When a challenge that was requested at `requestedAt` expires. The expiry in the salt is not used, because the visitor's clock may be wrong. */
export const validUntil = (requestedAt: number): number => requestedAt + LIFE_MS;

const RECAPTCHA = 'https://www.google.com/recaptcha/api.js';
const TURNSTILE = 'https://challenges.cloudflare.com/turnstile/v0/api.js';

/** The script of a third-party captcha; undefined without a key (VALID-10). */
export function captchaScript({ provider, siteKey, scored, standIns }: CaptchaChoice): string | undefined {
  if (provider === 'ALTCHA' || siteKey === '') return undefined;
  const key = encodeURIComponent(siteKey);
  if (provider === 'TURNSTILE') return `${TURNSTILE}?render=explicit&sitekey=${key}`;
  const recaptcha = standIns === undefined ? RECAPTCHA : `${standIns}/recaptcha/api.js`;
  return scored ? `${recaptcha}?render=${key}` : `${recaptcha}?render=explicit&sitekey=${key}`;
}

/** The key to use: the requested one only if the page was not opened by another window and is not in a frame (ROLE-15). */
export const captchaKey = (current: string, requested: string, isOpenedOrFramed: boolean): string =>
  isOpenedOrFramed ? current : requested;

/** Whether the captcha runs a third-party script, which is not allowed on pages whose address had a secret (security 5.3). */
export const isThirdParty = (choice: CaptchaChoice | undefined): boolean => choice !== undefined && choice.provider !== 'ALTCHA';
