// The state machine of a form's captcha: its state, and its answer for one call.

import { type Observable, cell } from '../../cell.ts';
import { type Challenge, challengeOf, validUntil, solutionText } from './captcha.ts';

/** The displayed state. */
export type CaptchaState = 'idle' | 'checking' | 'confirmed' | 'failed';

/** A captcha of a form. */
export interface CaptchaMachine extends Observable<CaptchaState> {
  /** Starts a proof, unless one is running or confirmed; also after a failure. */
  readonly begin: () => void;
  /** The answer for one call; undefined after a failure. Each answer is valid once. */
  readonly answer: () => Promise<string | undefined>;
  /** Discards the answer after it was used: the next call needs another one. */
  readonly reset: () => void;
}

/** Dependencies of the server's own captcha. */
export interface ProofDependencies {
  /** Requests a challenge. */
  readonly request: () => Promise<unknown>;
  /** Solves a challenge outside of the main thread. */
  readonly solve: (challenge: Challenge) => Promise<number | undefined>;
  readonly base64: (text: string) => string;
  /** Time of a monotonic clock, in ms. */
  readonly now: () => number;
}

interface Solved {
  readonly answer: string;
  /** When the answer expires, on the monotonic clock. */
  readonly until: number;
}

/** The server's own captcha: a proof of work without an interaction (VALID-08). */
export function proofMachine({ request, solve, base64, now }: ProofDependencies): CaptchaMachine {
  const state = cell<CaptchaState>('idle');
  let current: Promise<Solved | undefined> | undefined;

  async function prove(): Promise<Solved | undefined> {
    const requestedAt = now();
    const challenge = challengeOf(await request());
    if (challenge === undefined) return undefined;
    const number = await solve(challenge);
    return number === undefined ? undefined : { answer: base64(solutionText(challenge, number)), until: validUntil(requestedAt) };
  }

  function begin(): Promise<Solved | undefined> {
    if (current !== undefined) return current;
    state.set('checking');
    const proof = prove()
      .catch(() => undefined)
      .then((solved) => {
        // Another proof was started in the meantime: it sets the state.
        if (current !== proof) return solved;
        if (solved === undefined) current = undefined;
        state.set(solved === undefined ? 'failed' : 'confirmed');
        return solved;
      });
    current = proof;
    return proof;
  }

  return {
    get: state.get,
    subscribe: state.subscribe,
    begin: () => void begin(),
    answer: async () => {
      let proof = begin();
      let solved = await proof;
      if (solved !== undefined && now() >= solved.until) {
        if (current === proof) current = undefined;
        proof = begin();
        solved = await proof;
      }
      // The state stays confirmed; the next call starts another proof.
      if (solved !== undefined && current === proof) current = undefined;
      return solved?.answer;
    },
    reset: () => {
      current = undefined;
      state.set('idle');
    },
  };
}
