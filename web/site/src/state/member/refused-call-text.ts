import { type ErrorTextSettings, errorText } from '@marquee/rules/loyalty/calls/error-text.ts';
import { errorOf } from '@marquee/rules/loyalty/calls/responses.ts';
import type { Result } from '@marquee/api/call.ts';
import { PEACH_CODES } from '@marquee/api/peach-codes.gen.ts';
import type { LaterMessages } from '../../messages/messages.ts';
import { withNonBreakingCode } from './non-breaking-code.ts';

/**
 * The text of a refused call (ERR-01 to ERR-03). If the service refused a password that meets the rules on the page, the text also says
 * what else may be wrong with it: only the service knows common passwords and the member's own words (security 2.1).
 */
export function refusedCallText(
  response: Result,
  settings: ErrorTextSettings,
  fallback: string,
  { tooCommon }: Pick<LaterMessages['password'], 'tooCommon'>,
): string {
  const text = withNonBreakingCode(errorText(errorOf(response), settings, fallback));
  if (response.peachCode !== PEACH_CODES.weakPassword) return text;
  return `${text}${/[.!?]$/.test(text) ? '' : '.'} ${tooCommon()}`;
}
