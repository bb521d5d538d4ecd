import type { MemberPage } from '@marquee/api/schema.gen.ts';
import { resetPasswordCode } from '@marquee/rules/loyalty/calls/calls.ts';
import { resetLink } from '@marquee/rules/loyalty/account/reset-link.ts';
import { guestAddress } from '@marquee/rules/loyalty/session/sign-in.ts';
import { Message } from '@marquee/ui/Message/Message.tsx';
import { useLater } from '../../state/later.ts';
import type { Member } from '../../state/member/member.ts';
import { MailRequest } from './MailRequest.tsx';
import { useRefusal } from './use-refusal.ts';
import { useSearch } from './use-search.ts';

/** Asks for the link of a new password (RESET-01, RESET-09). The address may say why one is due. */
export function ForgotPassword({ page, email }: { page: MemberPage; email?: string }) {
  const { account } = useLater();
  const say = useRefusal();
  const { code } = guestAddress(useSearch());
  const words = { title: account.forgotPassword(), lead: account.forgotLead(), send: account.forgotSend(), done: account.forgotDone };
  const note = code === undefined ? null : <Message kind="note">{say({ kind: 'refused', answer: { peachCode: code } })}</Message>;
  return <MailRequest page={page} words={words} action="GetResetPasswordCode" call={linkCall} note={note} {...(email === undefined ? {} : { email })} />;
}

function linkCall({ area, where }: Member, email: string) {
  const { version, provider } = area;
  return resetPasswordCode(where, email, location.host, resetLink({ page: location.href, path: area.href, version, provider, email }));
}
