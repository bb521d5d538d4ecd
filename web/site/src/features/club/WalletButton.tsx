import { walletCard } from '@marquee/rules/loyalty/calls/calls.ts';
import { isUnavailable, passRefusal, passUrl } from '@marquee/rules/loyalty/club/passes.ts';
import { statusOf } from '@marquee/rules/loyalty/calls/transport.ts';
import { WALLET_ICON } from '@marquee/ui/Icon/member-icons.ts';
import { useLater } from '../../state/later.ts';
import { useFailureText } from '../../state/member/queries.ts';
import { useMember } from '../../state/member/use-member.ts';
import { LeadOn, type Way } from './LeadOn.tsx';

/** Puts the card into the wallet of the phone (WALLET-01, WALLET-04). Where nobody signs passes it says so and goes. */
export function WalletButton({ cardNumber }: { cardNumber: string }) {
  const { club, common } = useLater();
  const { area, where, send } = useMember();
  const say = useFailureText();
  const find = async (): Promise<Way> => {
    try {
      const answer = await send(walletCard(where, cardNumber, area.walletPrefix));
      const url = passUrl(area.walletSaveUrl, answer);
      return url === undefined ? { kind: 'failed', text: say({ kind: 'refused', answer: passRefusal(answer) }) } : { kind: 'found', url };
    } catch (error) {
      return isUnavailable(statusOf(error)) ? { kind: 'absent', text: club.walletNone() } : { kind: 'failed', text: say({ kind: 'unreachable' }) };
    }
  };
  return (
    <LeadOn icon={WALLET_ICON} busyLabel={club.walletBusy()} find={find}>
      {common.addToWallet()}
    </LeadOn>
  );
}
