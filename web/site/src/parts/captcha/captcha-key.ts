import { captchaKey } from '@marquee/rules/loyalty/account/captcha.ts';

let current: string | undefined;

/** The captcha key that the page uses (ROLE-15): the configured one, but in a page that another window opened or frames the first one. */
export function pageCaptchaKey(configured: string): string {
  if (typeof window === 'undefined') return configured;
  current = captchaKey(current ?? configured, configured, { isOpened: window.opener !== null, isFramed: parent !== window });
  return current;
}
