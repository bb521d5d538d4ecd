import type { MemberPage } from '@marquee/api/schema.gen.ts';
import { memberIn } from '@marquee/rules/loyalty/session/session-machine.ts';
import { queryPairs } from '@marquee/rules/query.ts';
import { ButtonLink } from '@marquee/ui/Button/look.tsx';
import { useHydrated } from '@marquee/ui/use-hydrated.ts';
import type { ReactNode } from 'react';
import { useLater } from '../../state/later.ts';
import { useMaybeMember, useSession } from '../../state/member/use-member.ts';
import { useWhere } from '../../state/member/use-where.ts';
import { usePage } from '../../state/page.ts';
import { Confirm } from './Confirm.tsx';
import { JoinForm } from './JoinForm.tsx';
import { JoinFrame } from './JoinFrame.tsx';
import { JoinedView } from './JoinedView.tsx';
import { Payment } from './Payment.tsx';
import { useJoining } from './use-joining.ts';

/** Joining: the form, its result, and the return from a payment. `welcome` is shown to a new member. */
export function Join({ page, welcome = null }: { page: MemberPage; welcome?: ReactNode }) {
  const { site } = usePage();
  const { join } = useLater();
  const member = useMaybeMember();
  const where = useWhere(page);
  const session = useSession(member);
  const payment = usePaymentInAddress();
  const joining = useJoining(page);
  const { state } = joining;
  // The renderer does without what only a browser can show.
  if (!import.meta.env.SSR && member !== undefined && where !== undefined && payment !== undefined) return <Payment page={page} member={member} where={where} wasCancelled={payment === 'cancelled'} />;
  switch (state.kind) {
    case 'joined':
      return <JoinedView page={page} joined={state.joined} welcome={welcome} />;
    case 'confirm':
      return <Confirm confirm={state} />;
    case 'form':
    case 'busy': {
      const isMember = memberIn(session) !== undefined;
      // Whoever has just joined is signed in before the rest is done.
      if (isMember && state.kind === 'form')
        return (
          <JoinFrame title={join.memberTitle()}>
            <p>{join.memberText()}</p>
            <p>
              <ButtonLink href={page.area.href}>{join.toAccount()}</ButtonLink>
            </p>
          </JoinFrame>
        );
      return <JoinForm page={page} title={page.area.guestSignupTabButton || join.title({ site: site.name })} joining={joining} isBusy={state.kind === 'busy'} />;
    }
  }
}

/** What the payment provider's way back says of the payment; it proves nothing. */
function usePaymentInAddress(): 'done' | 'cancelled' | undefined {
  // The server renders one page for everybody, so the address is read once the browser has taken over.
  if (!useHydrated()) return undefined;
  const said = queryPairs(location.search).find(([name]) => name === 'payment')?.[1];
  return said === 'done' || said === 'cancelled' ? said : undefined;
}
