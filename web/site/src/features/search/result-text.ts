import type { LaterMessages } from '../../messages/messages.ts';
import type { SearchState } from './search-state.ts';

/** The number of results as text; empty before the first query. */
export function resultText({ search }: LaterMessages, state: SearchState, query: string): string {
  switch (state.kind) {
    case 'waiting':
      return '';
    case 'none':
      return search.none({ text: query.trim() });
    case 'found':
      return search.results({ count: state.results.count });
  }
}
