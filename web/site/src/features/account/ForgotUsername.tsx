import type { MemberPage } from '@marquee/api/schema.gen.ts';
import { usernameReminder } from '@marquee/api/loyalty/account.gen.ts';
import { useLaterMessages } from '../../state/later.ts';
import { MailRequest } from './MailRequest.tsx';

/** Requests a mail with the username (CALL-09). */
export function ForgotUsername({ page }: { page: MemberPage }) {
  const { account } = useLaterMessages();
  const texts = {
    title: account.forgotUsername(),
    lead: account.usernameLead(),
    send: account.usernameSend(),
    done: account.usernameDone,
  };
  return (
    <MailRequest
      page={page}
      texts={texts}
      action="UsernameReminder"
      call={({ context }, email) => usernameReminder(context, { value: email })}
    />
  );
}
