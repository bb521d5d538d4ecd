import type { MemberPage } from '@marquee/api/schema.gen.ts';
import { type Person, completeOrder, takeMembership } from '@marquee/rules/loyalty/club/activation.ts';
import type { Where } from '@marquee/rules/loyalty/calls/calls.ts';
import { memberIn } from '@marquee/rules/loyalty/session/session-machine.ts';
import { Button } from '@marquee/ui/Button/Button.tsx';
import { ButtonLink } from '@marquee/ui/Button/look.tsx';
import { Message } from '@marquee/ui/Message/Message.tsx';
import { Spinner } from '@marquee/ui/Spinner/Spinner.tsx';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLater } from '../../state/later.ts';
import type { Member } from '../../state/member/member.ts';
import { useSession } from '../../state/member/use-member.ts';
import css from './Join.module.css';
import { JoinFrame } from './JoinFrame.tsx';
import { JoinedView } from './JoinedView.tsx';
import { type FreeChoice, type UnpaidOrder, forgetOrder, keptOrder, orderedElsewhere } from './unpaid-order.ts';
import { type Joined, sending, useActivationCaptcha } from './use-joining.ts';

/** What the way back says, and what is true. */
type Paid = 'done' | 'open' | 'cancelled' | 'unknown';

/** The way back from a payment. What became of it is asked of the server: an address proves nothing. */
export function Payment({ page, member, where, wasCancelled }: { page: MemberPage; member: Member; where: Where; wasCancelled: boolean }) {
  const { join, account } = useLater();
  const [order] = useState(keptOrder);
  const [joined, setJoined] = useState<Joined>();
  const session = useSession(member);
  const elsewhere = orderedElsewhere(order, location.pathname);
  const result = useQuery({ queryKey: ['payment', order?.orderId], queryFn: () => settle(member, where, order), enabled: order !== undefined && elsewhere === undefined, staleTime: Infinity });
  useEffect(() => {
    if (elsewhere !== undefined) location.replace(elsewhere + location.search);
  }, [elsewhere]);
  if (joined !== undefined) return <JoinedView page={page} joined={joined} />;
  if (order !== undefined && result.isPending)
    return (
      <JoinFrame title={join.payTitle()}>
        <Spinner label={join.payChecking()} />
      </JoinFrame>
    );
  const taken = result.data;
  const paid: Paid = taken?.kind === 'activated' ? 'done' : wasCancelled ? 'cancelled' : taken?.kind === 'unpaid' ? 'open' : 'unknown';
  const isIn = memberIn(session) !== undefined;
  const url = taken?.kind === 'unpaid' ? taken.paymentUrl : '';
  return (
    <JoinFrame title={join.payTitle()} focus>
      <Message kind={paid === 'done' ? 'success' : 'note'}>{paidText(paid, order?.name ?? '', join)}</Message>
      {paid === 'done' && !isIn && page.area.emailActivation ? <p>{join.confirmMail()}</p> : null}
      <div className={css.ways}>
        {url === '' ? null : <ButtonLink href={url}>{join.payNow()}</ButtonLink>}
        {paid === 'open' || (paid === 'unknown' && order !== undefined) ? (
          <Button kind="line" busy={result.isFetching} busyLabel={join.payChecking()} onClick={() => void result.refetch()}>
            {join.payAgain()}
          </Button>
        ) : null}
        {paid === 'cancelled' && order?.free !== undefined ? <TakeFree page={page} member={member} where={where} free={order.free} person={order.person} onTaken={setJoined} /> : null}
        {paid === 'cancelled' && !isIn ? null : (
          <ButtonLink href={page.area.href} kind={paid === 'done' ? 'primary' : 'line'}>
            {isIn ? join.toAccount() : account.signIn()}
          </ButtonLink>
        )}
      </div>
    </JoinFrame>
  );
}

/** Asks what became of the order; one that is paid is not asked for again. */
async function settle(member: Member, where: Where, order: UnpaidOrder | undefined) {
  if (order === undefined) return { kind: 'stopped' } as const;
  const taken = await completeOrder(order.orderId, order.person, where, (call) => member.send(call));
  if (taken.kind === 'activated') {
    forgetOrder();
    await member.machine.refreshUser();
  }
  return taken;
}

function paidText(paid: Paid, name: string, words: ReturnType<typeof useLater>['join']): string {
  switch (paid) {
    case 'done':
      return name === '' ? words.payDoneUnnamed() : words.payDone({ membership: name });
    case 'open':
      return words.payOpen();
    case 'cancelled':
      return words.payCancelled();
    case 'unknown':
      return words.payUnknown();
  }
}

/** Instead of paying: the membership that costs nothing. */
function TakeFree({ page, member, where, free, person, onTaken }: { page: MemberPage; member: Member; where: Where; free: FreeChoice; person: Person; onTaken: (joined: Joined) => void }) {
  const { join } = useLater();
  const captcha = useActivationCaptcha(page);
  const session = useSession(member);
  const [isBusy, setBusy] = useState(false);
  const take = async () => {
    setBusy(true);
    const { kind } = await takeMembership(person, where, { item: free.item, clubId: free.clubId || page.area.clubId }, sending(member, captcha));
    setBusy(false);
    if (kind !== 'activated') return captcha.reset();
    forgetOrder();
    await member.machine.refreshUser();
    onTaken({ standing: session.kind === 'signed-in' ? 'in' : page.area.emailActivation ? 'mail' : 'out', person, active: free.name });
  };
  return (
    <>
      {captcha.isSeen ? captcha.widget : null}
      <Button kind="line" busy={isBusy} busyLabel={join.joining()} onClick={() => void take()}>
        {join.takeFree({ membership: free.name })}
      </Button>
    </>
  );
}
