import type { MemberPage } from '@marquee/api/schema.gen.ts';
import { sendMemberActivationCode } from '@marquee/api/loyalty/account.gen.ts';
import { Button } from '@marquee/ui/Button/Button.tsx';
import { ButtonLink } from '@marquee/ui/Button/look.tsx';
import { Message } from '@marquee/ui/Message/Message.tsx';
import { type FormEvent, type ReactNode, Suspense, useState } from 'react';
import { useLaterMessages } from '../../state/later.ts';
import { useCaptcha } from '../../parts/captcha/captcha.tsx';
import { useAction } from '../../state/member/queries.ts';
import { useMaybeMember } from '../../state/member/use-member.ts';
import css from './Join.module.css';
import { JoinFrame } from './JoinFrame.tsx';
import type { JoinResult } from './use-join-flow.ts';

/** The result of joining, with the next step. */
export function JoinedView({
  page: { area },
  result: { access, person, active, unavailable },
  welcome = null,
}: {
  page: MemberPage;
  result: JoinResult;
  welcome?: ReactNode;
}) {
  const { join, account } = useLaterMessages();
  const mustConfirmEmail = access === 'confirmEmail';
  return (
    <JoinFrame title={mustConfirmEmail ? join.mailTitle() : join.welcome({ name: person.firstname })} focus>
      {unavailable === undefined ? null : (
        <Message kind="note">{(unavailable.isSold ? join.saleFailed : join.notSold)({ membership: unavailable.name })}</Message>
      )}
      <p>
        {mustConfirmEmail ? join.mailText({ email: person.email }) : access === 'signedIn' ? join.signedIn() : join.created()}
        {active === undefined || mustConfirmEmail ? null : ` ${join.active({ membership: active })}`}
      </p>
      {mustConfirmEmail ? (
        <ResendMail email={person.email} />
      ) : (
        <p>
          <ButtonLink href={area.href}>{access === 'signedIn' ? join.toAccount() : account.signIn()}</ButtonLink>
        </p>
      )}
      {access === 'signedIn' ? <Suspense>{welcome}</Suspense> : null}
    </JoinFrame>
  );
}

/** Button to send the confirmation mail again. */
function ResendMail({ email }: { email: string }) {
  const { join, account } = useLaterMessages();
  const member = useMaybeMember();
  const captcha = useCaptcha('SendMemberActivationCode');
  const { state, run } = useAction();
  const [sentCount, setSentCount] = useState(0);
  const isBusy = captcha.isPending || state.kind === 'busy';
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (member === undefined || isBusy) return;
    const token = await captcha.answer();
    if (captcha.isNeeded && token === undefined) return;
    const response = await run(sendMemberActivationCode(member.context, { email }), token === undefined ? {} : { captcha: token });
    captcha.reset();
    if (response !== undefined) setSentCount(sentCount + 1);
  };
  return (
    <form className={css.resend} onSubmit={(event) => void send(event)}>
      {state.kind === 'failed' ? (
        <Message kind="error">{state.text}</Message>
      ) : sentCount > 0 ? (
        <Message key={sentCount} kind="success">
          {join.mailSent()}
        </Message>
      ) : null}
      <p className="quiet">{account.junkNow()}</p>
      {captcha.widget}
      <Button type="submit" kind="line" busy={isBusy}>
        {account.sendAgain()}
      </Button>
    </form>
  );
}
