// The key of a page's captcha (ROLE-15).

import { captchaKey } from '@marquee/rules/loyalty/account/captcha.ts';

/** The key that this page uses. */
let current: string | undefined;

/** The key for a captcha whose setting is `wanted`. It stays the first one in a page that another window opened or frames. */
export function keyHere(wanted: string): string {
  if (typeof window === 'undefined') return wanted;
  current = captchaKey(current ?? wanted, wanted, { isOpened: window.opener !== null, isFramed: parent !== window });
  return current;
}
