// Values that the server refuses.

import type { DraftState } from './draft/machine.ts';
import { isWithin } from './pointer.ts';

/** Why the server does not take a value. */
export interface Refusal {
  readonly message: string;
  /** The pointer of what is wrong, below the value; empty for the value itself. */
  readonly at: string;
}

/** Why the server does not take the value of a part, and which part of it. */
export function refusalAt(state: DraftState, pointer: string): Refusal | undefined {
  const pending = state.pending.find((edit) => edit.refusal !== undefined && isWithin(pointer, edit.pointer))?.refusal;
  if (pending !== undefined) return { message: pending, at: '' };
  const problem = state.server.problems.find((candidate) => isWithin(candidate.pointer, pointer));
  return problem && { message: problem.message, at: problem.pointer.slice(pointer.length) };
}

/** Why the server does not take the value of a part. */
export const refusalOf = (state: DraftState, pointer: string): string | undefined => refusalAt(state, pointer)?.message;
