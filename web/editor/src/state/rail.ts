// Whether the navigation is folded to icons. Work surfaces fold it by themselves.

import { useSyncExternalStore } from 'react';
import type { MORE, Screen } from './location.ts';
import { valueStore } from './value-store.ts';

/** Screens that need the room. */
const WORK_SURFACES: ReadonlySet<Screen | typeof MORE> = new Set(['program', 'design', 'history']);

/** Whether the operator has turned the default of the screen around. */
const isToggled = valueStore(false);

export const toggleRail = (): void => isToggled.set(!isToggled.value());

/** `isRecordOpen`: a record of the screen is open. The editor of a page needs the room too. */
export function useIsFolded(screen: Screen | typeof MORE, isRecordOpen: boolean): boolean {
  const toggled = useSyncExternalStore(isToggled.subscribe, isToggled.value);
  return (WORK_SURFACES.has(screen) || (screen === 'pages' && isRecordOpen)) !== toggled;
}
