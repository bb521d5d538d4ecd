// Replaces @tanstack/react-query in the renderer (tooling/vite.ts), which fetches nothing: every query is pending.

import type { ReactNode } from 'react';

export class QueryClient {
  readonly invalidateQueries = (): Promise<void> => Promise.resolve();
}

export function QueryClientProvider({ children }: { children: ReactNode }) {
  return children;
}

const PENDING = { status: 'pending', data: undefined, isFetching: false } as const;

export const useQuery = (): typeof PENDING => PENDING;
