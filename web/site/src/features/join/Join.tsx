import type { MemberPage } from '@marquee/api/schema.gen.ts';
import { type PaymentResult, paymentResultOf } from '@marquee/rules/loyalty/payments/payment-result.ts';
import { memberIn } from '@marquee/rules/loyalty/session/session.ts';
import { ButtonLink } from '@marquee/ui/Button/look.tsx';
import { useHydrated } from '@marquee/ui/use-hydrated.ts';
import type { ReactNode } from 'react';
import { useLaterMessages } from '../../state/later.ts';
import { useMaybeMember, useSession } from '../../state/member/use-member.ts';
import { useCallContext } from '../../state/member/use-call-context.ts';
import { usePage } from '../../state/page.ts';
import { Confirm } from './Confirm.tsx';
import { JoinForm } from './JoinForm.tsx';
import { JoinFrame } from './JoinFrame.tsx';
import { JoinedView } from './JoinedView.tsx';
import { Payment } from './Payment.tsx';
import { useJoinFlow } from './use-join-flow.ts';

/** Joining the loyalty program: the form, its result, or the return from a payment. `welcome` is shown to a new member. */
export function Join({ page, welcome = null }: { page: MemberPage; welcome?: ReactNode }) {
  const { site } = usePage();
  const { join } = useLaterMessages();
  const member = useMaybeMember();
  const context = useCallContext(page);
  const session = useSession(member);
  const payment = usePaymentInAddress();
  const flow = useJoinFlow(page);
  const { state } = flow;
  // The server never renders the return from a payment.
  if (!import.meta.env.SSR && member !== undefined && context !== undefined && payment !== undefined)
    return <Payment page={page} member={member} context={context} isCanceled={payment === 'cancelled'} />;
  switch (state.kind) {
    case 'joined':
      return <JoinedView page={page} result={state.result} welcome={welcome} />;
    case 'confirm':
      return <Confirm confirm={state} />;
    case 'form':
    case 'busy': {
      const isMember = memberIn(session) !== undefined;
      // While the form is busy, the new member may already be signed in.
      if (isMember && state.kind === 'form')
        return (
          <JoinFrame title={join.memberTitle()}>
            <p>{join.memberText()}</p>
            <p>
              <ButtonLink href={page.area.href}>{join.toAccount()}</ButtonLink>
            </p>
          </JoinFrame>
        );
      return (
        <JoinForm
          page={page}
          title={page.area.guestSignupTabButton || join.title({ site: site.name })}
          flow={flow}
          isBusy={state.kind === 'busy'}
        />
      );
    }
  }
}

/** The result of the payment according to the provider's return address. It is not proof of a payment. */
function usePaymentInAddress(): PaymentResult | undefined {
  // The server renders the same page for everybody; the query is read after hydration.
  return useHydrated() ? paymentResultOf(location.search) : undefined;
}
