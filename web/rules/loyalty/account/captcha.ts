// Captchas, as far as they are rules: the challenge of the server's own one, and where the scripts of others are
// (third-party.md, section 4).

import { field, text } from '../calls/answers.ts';

/** Which captcha a site has. */
export interface CaptchaChoice {
  readonly provider: 'ALTCHA' | 'RECAPTCHA' | 'TURNSTILE';
  /** The site's key there; empty for the server's own. */
  readonly siteKey: string;
  /** Whether it is reCAPTCHA version 3, which shows nothing. */
  readonly scored: boolean;
  /** Origin of the stand-ins that answer instead of reCAPTCHA. */
  readonly standIns?: string;
}

/** A challenge of the server's own captcha: find the number that the hash was made of. */
export interface Challenge {
  readonly algorithm: string;
  readonly challenge: string;
  readonly maxnumber: number;
  readonly salt: string;
  readonly signature: string;
}

/** The most that a browser counts to, whatever it is asked. */
const MOST = 1_000_000;
const ALGORITHM = 'SHA-256';

/** Reads a challenge; nothing when it is none that can be solved. */
export function challengeOf(answer: unknown): Challenge | undefined {
  const most = field(answer, 'maxnumber');
  const read = (name: string): string => text(field(answer, name));
  const [algorithm, challenge, salt, signature] = [read('algorithm'), read('challenge'), read('salt'), read('signature')];
  if (algorithm !== ALGORITHM || !/^[\da-f]{64}$/.test(challenge) || !salt.endsWith('&') || signature === '') return undefined;
  if (typeof most !== 'number' || !(most >= 0 && most <= MOST)) return undefined;
  return { algorithm, challenge, maxnumber: most, salt, signature };
}

/** A hash as hexadecimal digits. */
export type Digest = (text: string) => Promise<string>;

/** How many numbers are tried at once. */
const BATCH = 256;

/** The number that a challenge was made of. */
export async function solve({ challenge, salt, maxnumber }: Challenge, digest: Digest): Promise<number | undefined> {
  for (let from = 0; from <= maxnumber; from += BATCH) {
    const numbers = Array.from({ length: Math.min(BATCH, maxnumber - from + 1) }, (_, n) => from + n);
    // In order: a batch is what a browser hashes at once.
    // oxlint-disable-next-line no-await-in-loop
    const hashes = await Promise.all(numbers.map((number) => digest(`${salt}${number}`)));
    const found = hashes.indexOf(challenge);
    if (found >= 0) return from + found;
  }
  return undefined;
}

/** What is sent for a solved challenge, before it is written in base64. */
export const solutionText = ({ algorithm, challenge, salt, signature }: Challenge, number: number): string =>
  JSON.stringify({ algorithm, challenge, number, salt, signature });

/** How old an answer may be, in ms (security 2.4), less what its way takes. */
const LIFE_MS = 105_000;

/** Until when a solved challenge counts, if it was fetched at `fetchedAt`; the visitor's clock may be wrong, so the salt's end is not read. */
export const goodUntil = (fetchedAt: number): number => fetchedAt + LIFE_MS;

const RECAPTCHA = 'https://www.google.com/recaptcha/api.js';
const TURNSTILE = 'https://challenges.cloudflare.com/turnstile/v0/api.js';

/** The script of a captcha of others; without a key there is none (VALID-10). */
export function captchaScript({ provider, siteKey, scored, standIns }: CaptchaChoice): string | undefined {
  if (provider === 'ALTCHA' || siteKey === '') return undefined;
  const key = encodeURIComponent(siteKey);
  if (provider === 'TURNSTILE') return `${TURNSTILE}?render=explicit&sitekey=${key}`;
  const recaptcha = standIns === undefined ? RECAPTCHA : `${standIns}/recaptcha/api.js`;
  return scored ? `${recaptcha}?render=${key}` : `${recaptcha}?render=explicit&sitekey=${key}`;
}

/** The key that counts: another one only where no other window holds the page (ROLE-15). */
export const captchaKey = (kept: string, asked: string, { isOpened, isFramed }: { readonly isOpened: boolean; readonly isFramed: boolean }): string =>
  isOpened || isFramed ? kept : asked;

/** Whether somebody else's script runs: not on pages whose address carried what nobody else may read (security 5.3). */
export const isOfOthers = (choice: CaptchaChoice | undefined): boolean => choice !== undefined && choice.provider !== 'ALTCHA';
