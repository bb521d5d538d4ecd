import type { MemberPage } from '@marquee/api/schema.gen.ts';
import { sendActivationCode } from '@marquee/rules/loyalty/calls/calls.ts';
import { Button } from '@marquee/ui/Button/Button.tsx';
import { ButtonLink } from '@marquee/ui/Button/look.tsx';
import { Message } from '@marquee/ui/Message/Message.tsx';
import { type FormEvent, type ReactNode, Suspense, useState } from 'react';
import { useLater } from '../../state/later.ts';
import { useCaptcha } from '../../parts/captcha/captcha.tsx';
import { useAction } from '../../state/member/queries.ts';
import { useMaybeMember } from '../../state/member/use-member.ts';
import css from './Join.module.css';
import { JoinFrame } from './JoinFrame.tsx';
import type { Joined } from './use-joining.ts';

/** What became of joining, and how it goes on. */
export function JoinedView({ page: { area }, joined: { standing, person, active, without }, welcome = null }: { page: MemberPage; joined: Joined; welcome?: ReactNode }) {
  const { join, account } = useLater();
  const isMailed = standing === 'mail';
  return (
    <JoinFrame title={isMailed ? join.mailTitle() : join.welcome({ name: person.firstname })} focus>
      {without === undefined ? null : <Message kind="note">{(without.isSold ? join.saleFailed : join.notSold)({ membership: without.name })}</Message>}
      <p>
        {isMailed ? join.mailText({ email: person.email }) : standing === 'in' ? join.signedIn() : join.created()}
        {active === undefined || isMailed ? null : ` ${join.active({ membership: active })}`}
      </p>
      {isMailed ? (
        <MailAgain email={person.email} />
      ) : (
        <p>
          <ButtonLink href={area.href}>{standing === 'in' ? join.toAccount() : account.signIn()}</ButtonLink>
        </p>
      )}
      {standing === 'in' ? <Suspense>{welcome}</Suspense> : null}
    </JoinFrame>
  );
}

/** The mail that confirms an address, once more. */
function MailAgain({ email }: { email: string }) {
  const { join, common, account } = useLater();
  const member = useMaybeMember();
  const captcha = useCaptcha('SendMemberActivationCode');
  const { state, run } = useAction();
  const [sent, setSent] = useState(0);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (member === undefined || state.kind === 'busy') return;
    const proof = await captcha.answer();
    if (captcha.isNeeded && proof === undefined) return;
    const answer = await run(sendActivationCode(member.where, email), proof === undefined ? {} : { captcha: proof });
    if (answer === undefined) captcha.reset();
    else setSent(sent + 1);
  };
  return (
    <form className={css.again} onSubmit={(event) => void send(event)}>
      {state.kind === 'failed' ? <Message kind="error">{state.text}</Message> : sent > 0 ? <Message key={sent} kind="success">{join.mailSent()}</Message> : null}
      <p className="quiet">{account.junkNow()}</p>
      {captcha.widget}
      <Button type="submit" kind="line" busy={state.kind === 'busy'} busyLabel={common.loading()}>
        {account.sendAgain()}
      </Button>
    </form>
  );
}
