import { captchaKey } from '@marquee/rules/loyalty/account/captcha.ts';
import { isOpenedOrFramed } from '../../state/opened-or-framed.ts';

let current: string | undefined;

/**
 * The captcha key that the page uses (ROLE-15): the currently configured key. A page that another window opened or frames keeps the key
 * that was configured first.
 */
export function pageCaptchaKey(configured: string): string {
  if (typeof window === 'undefined') return configured;
  current = captchaKey(current ?? configured, configured, isOpenedOrFramed());
  return current;
}
