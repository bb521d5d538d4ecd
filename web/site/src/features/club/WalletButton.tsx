import { createLoyaltyCard } from '@marquee/api/loyalty/cards.gen.ts';
import { isUnavailable, passRefusal, passUrl } from '@marquee/rules/loyalty/club/passes.ts';
import { statusOf } from '@marquee/rules/loyalty/calls/transport.ts';
import { WALLET_ICON } from '@marquee/ui/Icon/member-icons.ts';
import { useLaterMessages } from '../../state/later.ts';
import { useFailureText } from '../../state/member/queries.ts';
import { useMember } from '../../state/member/use-member.ts';
import { type Destination, LookupButton } from './LookupButton.tsx';

/** Adds the card to the phone's wallet (WALLET-01, WALLET-04). A note replaces the button if the site does not sign passes. */
export function WalletButton({ cardNumber }: { cardNumber: string }) {
  const { club, common } = useLaterMessages();
  const { area, context, send } = useMember();
  const failureText = useFailureText();
  const lookUp = async (): Promise<Destination> => {
    try {
      const response = await send(createLoyaltyCard(context, { cardNumber, fullJwt: 'true', walletPrefix: area.walletPrefix }));
      const url = passUrl(area.walletSaveUrl, response);
      return url === undefined
        ? { kind: 'failed', text: failureText({ kind: 'refused', response: passRefusal(response) }) }
        : { kind: 'found', url };
    } catch (error) {
      return isUnavailable(statusOf(error))
        ? { kind: 'absent', text: club.walletNone() }
        : { kind: 'failed', text: failureText({ kind: 'unreachable' }) };
    }
  };
  return (
    <LookupButton icon={WALLET_ICON} busyLabel={club.walletBusy()} lookUp={lookUp}>
      {common.addToWallet()}
    </LookupButton>
  );
}
