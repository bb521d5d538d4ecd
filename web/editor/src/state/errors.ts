// What an error means for the operator.

import { field, list, text } from '@marquee/api/json.ts';
import { ApiError } from './api/client.ts';
import { isOnline } from './connection.ts';
import type { EditorMessages } from './messages.ts';

/** Whether a password or a code is wrong: 401 at the sign-in, 403 in a session. */
export const isWrongCredentials = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 401 || error.code === 'credentials');

/** Whether the site is open only to people with a passkey or an authenticator app. */
export const needsSecondFactor = (error: unknown): boolean => error instanceof ApiError && error.code === 'secondFactor';

/** A sentence about a failed request. The server's own words are shown if it refuses a value. */
export function errorText(error: unknown, { errors }: EditorMessages): string {
  if (!(error instanceof ApiError) || error.status === 0) return isOnline() ? errors.unreachable() : errors.offline();
  if (error.status === 429) return errors.tooMany();
  if (error.status === 403 && error.code === '') return errors.notAllowed();
  if (error.code === 'otherTheater' || error.code === 'wholeSite') return errors.limited();
  if (needsSecondFactor(error)) return errors.secondFactor();
  if (error.code === 'passkeyFirst') return errors.passkeyFirst();
  if (error.code === 'moreThanOwn') return errors.moreThanOwn();
  if (error.code === 'pointsLimit') return errors.pointsLimit({ limit: text(field(error.body, 'limit')) });
  const names = list(field(error.body, 'people')).map(text).join(', ');
  if (error.code === 'roleInUse') return errors.roleInUse({ names });
  if (error.code === 'roleIsLimited') return errors.roleIsLimited({ names });
  if (error.status === 409 && (error.code === 'outdated' || error.message === '')) return errors.changed();
  if (error.status === 503) return errors.busy();
  return error.message === '' ? errors.unknown() : error.message;
}
