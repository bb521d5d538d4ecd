// Searches for a member of the box office and assigns a username (REG-13, REG-14).

import { sentCardCode } from './card-code.ts';
import type { CallContext, Result } from '@marquee/api/call.ts';
import { type MemberSearchPayload, edit, memberSearch } from '@marquee/api/loyalty/account.gen.ts';
import { isSuccess } from '../calls/responses.ts';
import type { Send } from '../calls/transport.ts';
import { userNameEdit } from './registration.ts';

/** The result of assigning a username. */
export type UsernameResult =
  /** The username is assigned; it is active once the member opens the link in an email. */
  | { readonly kind: 'assigned' }
  /** The member already had one, or cannot have one (REG-13). */
  | { readonly kind: 'unchanged'; readonly hasUserName: boolean }
  /** A call was refused. */
  | { readonly kind: 'refused'; readonly response: Result };

/** The search for a member: by card or email, and by last name. */
export interface MemberQuery {
  readonly email: string;
  readonly lastName: string;
  /** Empty for none. */
  readonly card: string;
}

const searchPayload = ({ email, lastName, card }: MemberQuery): MemberSearchPayload =>
  card === '' ? { email, lastName } : { memberCardNumber: sentCardCode(card), lastName };

/** Searches for a member and assigns a username, by default their email, if they have none (REG-13, REG-14). Rejects if a call could not be sent. */
export async function assignUsername(
  context: CallContext,
  query: MemberQuery,
  send: Send,
  username?: string,
): Promise<UsernameResult> {
  const response = await send(memberSearch(context, searchPayload(query)));
  if (!isSuccess(response)) return { kind: 'refused', response };
  const payload = userNameEdit(response, query.email, username);
  if (payload === undefined) return { kind: 'unchanged', hasUserName: response.hasUserName === true };
  // Without a session the edit is a call of version 1 (CALL-08).
  const edited = await send(edit({ ...context, version: 1 }, payload));
  return isSuccess(edited) ? { kind: 'assigned' } : { kind: 'refused', response: edited };
}
