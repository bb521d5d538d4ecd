// Member search, then edit: a member of the box office gets a user name (REG-13, REG-14).

import { foundOf, isSuccess } from '../calls/answers.ts';
import { type Call, type Payload, type Where, edit, memberSearch } from '../calls/calls.ts';
import { userNameEdit } from './registration.ts';

/** What came of it. */
export type Named =
  /** They have one now, once they open the link of a mail. */
  | { readonly kind: 'named' }
  /** They had one, or cannot be given one (REG-13). */
  | { readonly kind: 'unchanged'; readonly hasUserName: boolean }
  /** The call that was refused. */
  | { readonly kind: 'refused'; readonly answer: unknown };

/** Who is looked for: by card or address, and by name. */
export interface Sought {
  readonly email: string;
  readonly lastName: string;
  /** In capitals, as all codes of cards are sent (VALID-04). Empty for none. */
  readonly card: string;
}

const soughtBy = ({ email, lastName, card }: Sought): Payload => (card === '' ? { email, lastName } : { memberCardNumber: card.toUpperCase(), lastName });

/** Looks for a member and gives who has none a user name, else their address (REG-13, REG-14). Rejects when a call could not be made. */
export async function giveUserName(where: Where, sought: Sought, send: (call: Call) => Promise<unknown>, username?: string): Promise<Named> {
  const answer = await send(memberSearch(where, soughtBy(sought)));
  if (!isSuccess(answer)) return { kind: 'refused', answer };
  const found = foundOf(answer);
  const payload = userNameEdit(found, sought.email, username);
  if (payload === undefined) return { kind: 'unchanged', hasUserName: found.hasUserName === true };
  // Who has no session yet is edited in version 1 (CALL-08).
  const edited = await send(edit({ ...where, version: 1 }, payload));
  return isSuccess(edited) ? { kind: 'named' } : { kind: 'refused', answer: edited };
}
