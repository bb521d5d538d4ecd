// Which part of the program is on screen. It stays while the operator visits other screens.

import { valueStore } from '../value-store.ts';

export interface ProgramView {
  /** Id of the theater; empty for the first one. */
  readonly theater: string;
  /** The day on screen or of the focus, `2026-11-20`; empty for today. */
  readonly day: string;
  readonly kind: 'day' | 'week';
}

export const PROGRAM_VIEW = valueStore<ProgramView>({ theater: '', day: '', kind: 'week' });
