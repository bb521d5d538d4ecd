// The dialogs that every screen of a site can open.

import { screenComponent } from '../state/screen-code.ts';

export const PublishDialog = screenComponent(() => import('../features/publish/PublishDialog.tsx'), 'PublishDialog');
export const Palette = screenComponent(() => import('../features/palette/Palette.tsx'), 'Palette');
export const KeysDialog = screenComponent(() => import('../features/palette/KeysDialog.tsx'), 'KeysDialog');
export const ConflictDialog = screenComponent(() => import('../features/conflict/ConflictDialog.tsx'), 'ConflictDialog');

/** All of them, to load their code before it is needed. */
export const DIALOGS = [PublishDialog, Palette, KeysDialog, ConflictDialog];
