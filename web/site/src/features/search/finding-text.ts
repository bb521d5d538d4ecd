import type { LaterMessages } from '../../messages/messages.ts';
import type { Finding } from './finding.ts';

/** How much was found, in words; empty before the first question. */
export function findingText({ search }: LaterMessages, finding: Finding, question: string): string {
  switch (finding.kind) {
    case 'waiting':
      return '';
    case 'none':
      return search.none({ text: question.trim() });
    case 'found':
      return search.results({ count: finding.found.count });
  }
}
