import type { Failure } from '@marquee/rules/loyalty/calls/responses.ts';
import { remedyOf } from '@marquee/rules/loyalty/session/sign-in.ts';
import { useLaterMessages } from '../../state/later.ts';
import { refusedCallText } from '../../state/member/refused-call-text.ts';
import { useArea, useErrorTextSettings } from '../../state/member/use-member.ts';

/** Returns the text for a guest's failed call: the error catalog's text with its code, else a general one (ERR-01 to ERR-03). */
export function useGuestFailureText(): (failure: Failure) => string {
  const settings = useErrorTextSettings();
  const hasCaptcha = useArea().captcha !== undefined;
  const { account, captcha, common, password } = useLaterMessages();
  return (failure) => {
    if (failure.kind === 'unreachable') return common.networkError();
    const remedy = remedyOf(failure, hasCaptcha);
    const fallback =
      remedy === 'wait' ? account.tooMany() : remedy === 'captchaFailed' ? captcha.confirm() : common.somethingWrong();
    return refusedCallText(failure.response, settings, fallback, password);
  };
}
