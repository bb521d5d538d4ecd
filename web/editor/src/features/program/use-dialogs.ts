// Which dialog of the program is open. There is one at a time.

import { useState } from 'react';
import { SPREADSHEET_SEARCH } from '../../state/location.ts';
import type { EntryPreset } from './QuickEntry.tsx';
import type { Program } from './use-program.ts';

type Open =
  | { readonly kind: 'show'; readonly id: string }
  | { readonly kind: 'entry'; readonly preset: EntryPreset }
  | { readonly kind: 'rules' }
  | { readonly kind: 'spreadsheet' }
  | { readonly kind: 'film' };

export interface Dialogs {
  readonly open: Open | undefined;
  readonly close: () => void;
  readonly openShow: (id: string) => void;
  /** Opens the line to type. What the preset leaves out is that of the focus. */
  readonly openEntry: (preset?: Partial<EntryPreset>) => void;
  readonly openRules: () => void;
  readonly openSpreadsheet: () => void;
  readonly openFilm: () => void;
}

export function useDialogs(program: Program): Dialogs {
  const [open, setOpen] = useState<Open | undefined>(() =>
    location.search.startsWith(SPREADSHEET_SEARCH) ? { kind: 'spreadsheet' } : undefined,
  );
  const screen = program.screens[0]?.id ?? '';
  return {
    open,
    close: () => setOpen(undefined),
    openShow: (id) => setOpen({ kind: 'show', id }),
    openEntry: (preset = {}) => setOpen({ kind: 'entry', preset: { day: program.day, screen, text: '', ...preset } }),
    openRules: () => setOpen({ kind: 'rules' }),
    openSpreadsheet: () => setOpen({ kind: 'spreadsheet' }),
    openFilm: () => setOpen({ kind: 'film' }),
  };
}
