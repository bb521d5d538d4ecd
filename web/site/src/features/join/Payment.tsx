import type { MemberPage } from '@marquee/api/schema.gen.ts';
import { type Person, completeOrder, orderMembership } from '@marquee/rules/loyalty/club/activation.ts';
import type { CallContext } from '@marquee/api/call.ts';
import { memberIn } from '@marquee/rules/loyalty/session/session.ts';
import { Button } from '@marquee/ui/Button/Button.tsx';
import { ButtonLink } from '@marquee/ui/Button/look.tsx';
import { Message } from '@marquee/ui/Message/Message.tsx';
import { Spinner } from '@marquee/ui/Spinner/Spinner.tsx';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLaterMessages } from '../../state/later.ts';
import type { Member } from '../../state/member/member.ts';
import { useSession } from '../../state/member/use-member.ts';
import css from './Join.module.css';
import { JoinFrame } from './JoinFrame.tsx';
import { JoinedView } from './JoinedView.tsx';
import { type FreeMembership, type UnpaidOrder, clearOrder, otherOrderPath, readStoredOrder } from './unpaid-order.ts';
import { captchaSender } from './captcha-sender.ts';
import { type JoinResult, useActivationCaptcha } from './use-join-flow.ts';

/** The state of a payment: confirmed by the server, still unpaid, canceled according to the return address, or unknown. */
type PaymentState = 'done' | 'open' | 'canceled' | 'unknown';

/** The page that a payment returns to. The server tells whether the order is paid; the return address does not prove it. */
export function Payment({
  page,
  member,
  context,
  isCanceled,
}: {
  page: MemberPage;
  member: Member;
  context: CallContext;
  isCanceled: boolean;
}) {
  const { join, account } = useLaterMessages();
  const [order] = useState(readStoredOrder);
  const [freeResult, setFreeResult] = useState<JoinResult>();
  const session = useSession(member);
  const otherPath = otherOrderPath(order, location.pathname);
  const query = useQuery({
    queryKey: ['payment', order?.orderId],
    queryFn: () => completePayment(member, context, order),
    enabled: order !== undefined && otherPath === undefined,
    staleTime: Infinity,
  });
  useEffect(() => {
    if (otherPath !== undefined) location.replace(otherPath + location.search);
  }, [otherPath]);
  if (freeResult !== undefined) return <JoinedView page={page} result={freeResult} />;
  if (order !== undefined && query.isPending)
    return (
      <JoinFrame title={join.payTitle()}>
        <Spinner label={join.payChecking()} />
      </JoinFrame>
    );
  const completed = query.data;
  const payment: PaymentState =
    completed?.kind === 'activated' ? 'done' : isCanceled ? 'canceled' : completed?.kind === 'unpaid' ? 'open' : 'unknown';
  const isSignedIn = memberIn(session) !== undefined;
  const url = completed?.kind === 'unpaid' ? completed.paymentUrl : '';
  return (
    <JoinFrame title={join.payTitle()} focus>
      <Message kind={payment === 'done' ? 'success' : 'note'}>{paymentText(payment, order?.name ?? '', join)}</Message>
      {payment === 'done' && !isSignedIn && page.area.emailActivation ? <p>{join.confirmMail()}</p> : null}
      <div className={css.actions}>
        {url === '' ? null : <ButtonLink href={url}>{join.payNow()}</ButtonLink>}
        {payment === 'open' || (payment === 'unknown' && order !== undefined) ? (
          <Button kind="line" busy={query.isFetching} busyLabel={join.payChecking()} onClick={() => void query.refetch()}>
            {join.payAgain()}
          </Button>
        ) : null}
        {payment === 'canceled' && order?.free !== undefined ? (
          <FreeMembershipButton
            page={page}
            member={member}
            context={context}
            free={order.free}
            person={order.person}
            onStarted={setFreeResult}
          />
        ) : null}
        {payment === 'canceled' && !isSignedIn && order !== undefined ? null : (
          <ButtonLink href={page.area.href} kind={payment === 'done' ? 'primary' : 'line'}>
            {isSignedIn ? join.toAccount() : account.signIn()}
          </ButtonLink>
        )}
      </div>
    </JoinFrame>
  );
}

/** Completes the order if it is paid, and then clears it from storage. */
async function completePayment(member: Member, context: CallContext, order: UnpaidOrder | undefined) {
  if (order === undefined) return { kind: 'stopped' } as const;
  const completed = await completeOrder(order.orderId, order.person, context, (call) => member.send(call));
  if (completed.kind === 'activated') {
    clearOrder();
    await member.machine.refreshUser();
  }
  return completed;
}

function paymentText(payment: PaymentState, name: string, texts: ReturnType<typeof useLaterMessages>['join']): string {
  switch (payment) {
    case 'done':
      return name === '' ? texts.payDoneUnnamed() : texts.payDone({ membership: name });
    case 'open':
      return texts.payOpen();
    case 'canceled':
      return texts.payCancelled();
    case 'unknown':
      return texts.payUnknown();
  }
}

/** Button to take the free membership instead of paying. */
function FreeMembershipButton({
  page,
  member,
  context,
  free,
  person,
  onStarted,
}: {
  page: MemberPage;
  member: Member;
  context: CallContext;
  free: FreeMembership;
  person: Person;
  onStarted: (result: JoinResult) => void;
}) {
  const { join, common } = useLaterMessages();
  const captcha = useActivationCaptcha(page);
  const session = useSession(member);
  const [isBusy, setBusy] = useState(false);
  /** Number of failures, so that each message takes the focus. */
  const [failures, setFailures] = useState(0);
  const startFreeMembership = async () => {
    setBusy(true);
    const { kind } = await orderMembership(
      person,
      context,
      { item: free.item, clubId: free.clubId || page.area.clubId },
      captchaSender(member.send, captcha),
    );
    setBusy(false);
    if (kind !== 'activated') {
      setFailures(failures + 1);
      return;
    }
    clearOrder();
    await member.machine.refreshUser();
    onStarted({
      access: session.kind === 'signed-in' ? 'signedIn' : page.area.emailActivation ? 'confirmEmail' : 'signIn',
      person,
      active: free.name,
    });
  };
  return (
    <>
      {failures === 0 ? null : (
        <Message key={failures} kind="error" focus>
          {common.somethingWrong()}
        </Message>
      )}
      {captcha.isInteractive ? captcha.widget : null}
      <Button kind="line" busy={isBusy} busyLabel={join.joining()} onClick={() => void startFreeMembership()}>
        {join.takeFree({ membership: free.name })}
      </Button>
    </>
  );
}
