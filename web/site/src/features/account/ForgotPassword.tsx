import type { MemberPage } from '@marquee/api/schema.gen.ts';
import { getResetPasswordCode } from '@marquee/api/loyalty/account.gen.ts';
import { resetLink } from '@marquee/rules/loyalty/account/reset-link.ts';
import { guestAddress } from '@marquee/rules/loyalty/session/sign-in.ts';
import { Message } from '@marquee/ui/Message/Message.tsx';
import { useLaterMessages } from '../../state/later.ts';
import type { Member } from '../../state/member/member.ts';
import { MailRequest } from './MailRequest.tsx';
import { useGuestFailureText } from './use-guest-failure-text.ts';
import { useQueryString } from './use-query-string.ts';

/** Requests the mail with a password reset link (RESET-01, RESET-09). `code` in the page's address says why a new password is required. */
export function ForgotPassword({ page, email }: { page: MemberPage; email?: string }) {
  const { account } = useLaterMessages();
  const failureText = useGuestFailureText();
  const { code } = guestAddress(useQueryString());
  const texts = {
    title: account.forgotPassword(),
    lead: account.forgotLead(),
    send: account.forgotSend(),
    done: account.forgotDone,
  };
  const note =
    code === undefined ? null : <Message kind="note">{failureText({ kind: 'refused', response: { peachCode: code } })}</Message>;
  return (
    <MailRequest
      page={page}
      texts={texts}
      action="GetResetPasswordCode"
      call={resetLinkCall}
      note={note}
      {...(email === undefined ? {} : { email })}
    />
  );
}

function resetLinkCall({ area, context }: Member, email: string) {
  const { version, provider } = area;
  return getResetPasswordCode(context, {
    emailAddress: email,
    rootUrl: location.host,
    resetPasswordLink: resetLink({ page: location.href, path: area.href, version, provider, email }),
  });
}
