import { isSuccess } from '@marquee/rules/loyalty/calls/answers.ts';
import { paymentPortal } from '@marquee/rules/loyalty/calls/calls.ts';
import { isUnavailable, portalUrl } from '@marquee/rules/loyalty/club/passes.ts';
import { CARD_ICON } from '@marquee/ui/Icon/member-icons.ts';
import { useLater } from '../../state/later.ts';
import { useFailureText } from '../../state/member/queries.ts';
import { useMember } from '../../state/member/use-member.ts';
import { LeadOn, type Way } from './LeadOn.tsx';

/** Leads to the payment provider's portal and back to this page (CALL-40). Where there is no provider it says so and goes. */
export function PaymentsButton() {
  const { club } = useLater();
  const { where, send } = useMember();
  const say = useFailureText();
  const find = async (): Promise<Way> => {
    try {
      const answer = await send(paymentPortal(where, location.origin + location.pathname));
      const url = isSuccess(answer) ? portalUrl(answer) : undefined;
      if (url !== undefined) return { kind: 'found', url };
      // Without an address the fallback message is shown, whatever the code says.
      const refusal = isSuccess(answer) ? undefined : answer;
      return isUnavailable(answer) ? { kind: 'absent', text: club.paymentsNone() } : { kind: 'failed', text: say({ kind: 'refused', answer: refusal }) };
    } catch {
      return { kind: 'failed', text: say({ kind: 'unreachable' }) };
    }
  };
  return (
    <LeadOn icon={CARD_ICON} busyLabel={club.paymentsBusy()} find={find}>
      {club.payments()}
    </LeadOn>
  );
}
