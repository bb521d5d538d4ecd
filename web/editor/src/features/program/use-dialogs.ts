// Which dialog of the program is open. There is one at a time, and the attributes of the site in front of it.

import { useState } from 'react';
import { SPREADSHEET_SEARCH, showPlaceIn, useAsked } from '../../state/location.ts';
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
  /** Whether the attributes of the site are open, in front of the dialog that is open. */
  readonly hasAttributes: boolean;
  readonly showAttributes: (isShown: boolean) => void;
  readonly openSpreadsheet: () => void;
  readonly openFilm: () => void;
}

/** The dialog that an address names. */
function namedIn(search: string): Open | undefined {
  if (search.startsWith(SPREADSHEET_SEARCH)) return { kind: 'spreadsheet' };
  const named = showPlaceIn(search);
  return named === undefined || named.show === '' ? undefined : { kind: 'show', id: named.show };
}

export function useDialogs(program: Program): Dialogs {
  const [open, setOpen] = useState<Open | undefined>(() => namedIn(location.search));
  const [hasAttributes, showAttributes] = useState(false);
  const screen = program.screens[0]?.id ?? '';
  useAsked('show', (title) => {
    if (program.mayEdit) setOpen({ kind: 'entry', preset: { day: program.day, screen, text: `${title} ` } });
  });
  return {
    open,
    close: () => setOpen(undefined),
    openShow: (id) => setOpen({ kind: 'show', id }),
    openEntry: (preset = {}) => setOpen({ kind: 'entry', preset: { day: program.day, screen, text: '', ...preset } }),
    openRules: () => setOpen({ kind: 'rules' }),
    hasAttributes,
    showAttributes,
    openSpreadsheet: () => setOpen({ kind: 'spreadsheet' }),
    openFilm: () => setOpen({ kind: 'film' }),
  };
}
