// Which dialog is open. There is one at a time.

import { useSyncExternalStore } from 'react';
import { valueStore } from './value-store.ts';

export type DialogName = 'publish' | 'palette' | 'keys' | 'conflict';

const store = valueStore<DialogName | undefined>(undefined);

export const openDialog = (name: DialogName): void => store.set(name);
export const closeDialog = (): void => store.set(undefined);
export const useOpenDialog = (): DialogName | undefined => useSyncExternalStore(store.subscribe, store.value);
