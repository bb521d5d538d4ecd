import { isSuccess } from '@marquee/rules/loyalty/calls/responses.ts';
import { getPaymentProviderPortalSession } from '@marquee/api/loyalty/account.gen.ts';
import { isUnavailable, portalUrl } from '@marquee/rules/loyalty/club/passes.ts';
import { CARD_ICON } from '@marquee/ui/Icon/member-icons.ts';
import { useLaterMessages } from '../../state/later.ts';
import { useFailureText } from '../../state/member/queries.ts';
import { useMember } from '../../state/member/use-member.ts';
import { type Destination, LookupButton } from './LookupButton.tsx';

/** Opens the payment provider's portal, which leads back to this page (CALL-40). A note replaces the button if there is no provider. */
export function PaymentsButton() {
  const { club } = useLaterMessages();
  const { context, send } = useMember();
  const failureText = useFailureText();
  const lookUp = async (): Promise<Destination> => {
    try {
      const response = await send(getPaymentProviderPortalSession(context, { returnUrl: location.origin + location.pathname }));
      const url = isSuccess(response) ? portalUrl(response) : undefined;
      if (url !== undefined) return { kind: 'found', url };
      // A success without a URL gets the fallback text, whatever its code.
      const refusal = isSuccess(response) ? {} : response;
      return isUnavailable(response)
        ? { kind: 'absent', text: club.paymentsNone() }
        : { kind: 'failed', text: failureText({ kind: 'refused', response: refusal }) };
    } catch {
      return { kind: 'failed', text: failureText({ kind: 'unreachable' }) };
    }
  };
  return (
    <LookupButton icon={CARD_ICON} busyLabel={club.paymentsBusy()} lookUp={lookUp}>
      {club.payments()}
    </LookupButton>
  );
}
