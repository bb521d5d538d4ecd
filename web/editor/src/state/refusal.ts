// Values that the server refuses.

import type { DraftState } from './draft/machine.ts';
import { isWithin } from './pointer.ts';

/** Why the server does not take the value of a part. */
export const refusalOf = (state: DraftState, pointer: string): string | undefined =>
  state.pending.find((edit) => edit.refusal !== undefined && isWithin(pointer, edit.pointer))?.refusal ??
  state.server.problems.find((problem) => isWithin(problem.pointer, pointer))?.message;
