// A captcha while a form is filled in: what it shows, and its answer for one call.

import { type Watched, cell } from '../../cell.ts';
import { type Challenge, challengeOf, goodUntil, solutionText } from './captcha.ts';

/** What the box says. */
export type Proof = 'idle' | 'checking' | 'confirmed' | 'failed';

/** A captcha of a form. */
export interface CaptchaMachine extends Watched<Proof> {
  /** Begins, unless that is done; also after a failure. */
  readonly begin: () => void;
  /** The answer for one call, when there is one: each counts once. */
  readonly answer: () => Promise<string | undefined>;
  /** The answer was used: the next call needs another one. */
  readonly reset: () => void;
}

/** What the server's own captcha stands on. */
export interface ProofParts {
  /** Asks for a challenge. */
  readonly ask: () => Promise<unknown>;
  /** Counts, where it does not hold up the page. */
  readonly solve: (challenge: Challenge) => Promise<number | undefined>;
  readonly base64: (text: string) => string;
  /** ms of a clock that is never set. */
  readonly now: () => number;
}

interface Solved {
  readonly answer: string;
  readonly until: number;
}

/** The server's own captcha: nothing to click, some work for the machine (VALID-08). */
export function proofMachine({ ask, solve, base64, now }: ProofParts): CaptchaMachine {
  const state = cell<Proof>('idle');
  let current: Promise<Solved | undefined> | undefined;

  async function prove(): Promise<Solved | undefined> {
    const from = now();
    const challenge = challengeOf(await ask());
    if (challenge === undefined) return undefined;
    const number = await solve(challenge);
    return number === undefined ? undefined : { answer: base64(solutionText(challenge, number)), until: goodUntil(from) };
  }

  function begin(): Promise<Solved | undefined> {
    if (current !== undefined) return current;
    state.set('checking');
    const mine = prove()
      .catch(() => undefined)
      .then((solved) => {
        // What was begun anew in the meantime is not spoken for.
        if (current !== mine) return solved;
        if (solved === undefined) current = undefined;
        state.set(solved === undefined ? 'failed' : 'confirmed');
        return solved;
      });
    current = mine;
    return mine;
  }

  return {
    get: state.get,
    subscribe: state.subscribe,
    begin: () => void begin(),
    answer: async () => {
      let mine = begin();
      let solved = await mine;
      if (solved !== undefined && now() >= solved.until) {
        if (current === mine) current = undefined;
        mine = begin();
        solved = await mine;
      }
      // The box goes on saying that all is well; the next call begins anew.
      if (solved !== undefined && current === mine) current = undefined;
      return solved?.answer;
    },
    reset: () => {
      current = undefined;
      state.set('idle');
    },
  };
}
