// Messages between the tabs of one browser about the session (security 1.12). The tabs share the session's cookie; messages carry
// member details, never a token, and exist in memory only.

import { field, isRecord, list } from '@marquee/api/json.ts';
import type { MemberDetails } from '../calls/responses.ts';

/** A message from one tab to all others. */
export type TabMessage =
  /** A sign-in or a refresh: the cookie was replaced. */
  | { readonly kind: 'refreshed'; readonly cypherVersion: 1 | 3; readonly member: MemberDetails }
  /** Details of the signed-in member changed. */
  | { readonly kind: 'member'; readonly member: MemberDetails }
  /** Lists of the member changed, by name. */
  | { readonly kind: 'changed'; readonly names: readonly string[] }
  | { readonly kind: 'signed-out' };

/** The connection of a tab to the others. */
export interface Tabs {
  /** Sends to all other tabs. */
  readonly post: (message: TabMessage) => void;
  /** Calls `listener` with each message of another tab. */
  readonly listen: (listener: (message: TabMessage) => void) => void;
  /**
   * Waits until the messages that other tabs sent before now have arrived. A lock that another tab released may be granted before
   * its last message is delivered.
   */
  readonly waitForDelivery: () => Promise<void>;
}

/** A connection without other tabs. */
export const NO_TABS: Tabs = { post: () => undefined, listen: () => undefined, waitForDelivery: () => Promise.resolve() };

/** Another tab sends details that it has read. */
const isDetails = (value: unknown): value is MemberDetails => isRecord(value);

/** Parses a message; undefined if another version of the site sent it. */
export function readTabMessage(message: unknown): TabMessage | undefined {
  const member = field(message, 'member');
  switch (field(message, 'kind')) {
    case 'refreshed': {
      const cypherVersion = field(message, 'cypherVersion');
      return (cypherVersion === 1 || cypherVersion === 3) && isDetails(member)
        ? { kind: 'refreshed', cypherVersion, member }
        : undefined;
    }
    case 'member':
      return isDetails(member) ? { kind: 'member', member } : undefined;
    case 'changed':
      return { kind: 'changed', names: list(field(message, 'names')).filter((name) => typeof name === 'string') };
    case 'signed-out':
      return { kind: 'signed-out' };
    default:
      return undefined;
  }
}
