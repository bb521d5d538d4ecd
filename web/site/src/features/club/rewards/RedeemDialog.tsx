import { confirmItemRedemption, orderLoyaltyItem } from '@marquee/api/loyalty/rewards.gen.ts';
import { pointsOf } from '@marquee/rules/loyalty/club/enum-settings.ts';
import { type Reward, isInvalidCode, redemptionCodeOf } from '@marquee/rules/loyalty/club/rewards.ts';
import { Button } from '@marquee/ui/Button/Button.tsx';
import { closeDialog } from '@marquee/ui/Dialog/close-dialog.ts';
import { Dialog } from '@marquee/ui/Dialog/Dialog.tsx';
import { Message } from '@marquee/ui/Message/Message.tsx';
import { useState } from 'react';
import { useLaterMessages } from '../../../state/later.ts';
import { useFormats } from '../../../state/member/formats.ts';
import { pointsText } from '../../../state/member/points.ts';
import { useAction } from '../../../state/member/queries.ts';
import { openOrder, storeOpenOrder } from '../../../state/member/reward-codes.ts';
import { useMemberDetails, useMember } from '../../../state/member/use-member.ts';
import { usePage } from '../../../state/page.ts';
import css from './RedeemDialog.module.css';
import { Finished, RewardCode } from './RewardCode.tsx';
import { requestId } from './request-id.ts';
import { REWARDS } from './use-rewards.ts';

/** Queries to refetch after an order, apart from the balance. */
const CHANGED_QUERIES = [REWARDS, 'orders', 'transactions'];

type Step = { readonly kind: 'confirm' } | { readonly kind: 'code'; readonly code: string } | { readonly kind: 'done' };

/** Redeems a reward in steps: confirmation, its code, and the confirmation that it was handed out (CALL-24 to CALL-26). */
export function RedeemDialog({
  reward,
  code,
  onOrdered,
  onHandedOut,
  onClose,
}: {
  reward: Reward;
  /** The code, if the reward was ordered before; else empty. */
  code: string;
  onOrdered: (code: string) => void;
  onHandedOut: () => void;
  onClose: () => void;
}) {
  const { messages } = usePage();
  const { club } = useLaterMessages();
  const { context } = useMember();
  const { state, run, clear } = useAction();
  const memberId = useMemberDetails().memberId ?? '';
  // An order whose result is unknown is repeated with its id, also after the dialog was closed, so that it does not order twice.
  const [id] = useState(() => openOrder(memberId, reward.itemCode) || requestId());
  const [step, setStep] = useState<Step>(code === '' ? { kind: 'confirm' } : { kind: 'code', code });
  const order = async (): Promise<void> => {
    storeOpenOrder(memberId, reward.itemCode, id);
    const response = await run(orderLoyaltyItem(context, { itemCode: reward.itemCode, quantity: 1, clientRequestId: id }), {
      changes: CHANGED_QUERIES,
      changesMember: true,
    });
    if (response === undefined) return;
    storeOpenOrder(memberId, reward.itemCode, '');
    const newCode = redemptionCodeOf(response);
    setStep({ kind: 'code', code: newCode });
    onOrdered(newCode);
  };
  const confirmHandedOut = async (redeemed: string): Promise<void> => {
    if ((await run(confirmItemRedemption(context, { redemptionCode: redeemed }), { changes: CHANGED_QUERIES })) === undefined)
      return;
    setStep({ kind: 'done' });
    onHandedOut();
  };
  const close = (): void => {
    // Forget a code that was used elsewhere.
    if (step.kind === 'code' && state.kind === 'failed' && isInvalidCode(state.failure)) onHandedOut();
    onClose();
  };
  return (
    <Dialog title={club.redeemTitle({ name: reward.name })} closeLabel={messages.common.close()} look="list" onClose={close}>
      <div className={css.steps}>
        {state.kind === 'failed' ? (
          <Message kind="error" focus>
            {state.text}
          </Message>
        ) : null}
        {step.kind === 'confirm' ? (
          <Confirm reward={reward} busy={state.kind === 'busy'} isRetry={state.kind === 'failed'} onConfirm={() => void order()} />
        ) : null}
        {step.kind === 'code' ? (
          <RewardCode
            code={step.code}
            busy={state.kind === 'busy'}
            onHandedOut={() => void confirmHandedOut(step.code)}
            onNotYet={clear}
          />
        ) : null}
        {step.kind === 'done' ? <Finished text={club.handedOut()} /> : null}
      </div>
    </Dialog>
  );
}

function Confirm({ reward, busy, isRetry, onConfirm }: { reward: Reward; busy: boolean; isRetry: boolean; onConfirm: () => void }) {
  const { messages } = usePage();
  const laterMessages = useLaterMessages();
  const formats = useFormats();
  // The remaining balance must not change while the order is carried out.
  const [points] = useState(pointsOf(useMemberDetails()));
  const { club, common } = laterMessages;
  return (
    <>
      {reward.description === '' ? null : <p>{reward.description}</p>}
      <p>
        {club.redeemText({ cost: pointsText(laterMessages, formats, reward.cost) })}{' '}
        {club.redeemLeft({ amount: pointsText(laterMessages, formats, Math.max(points - reward.cost, 0)) })}
      </p>
      <div className={css.actions}>
        <Button data-autofocus="" busy={busy} busyLabel={club.redeeming()} onClick={onConfirm}>
          {isRetry ? messages.common.tryAgain() : club.redeemAction()}
        </Button>
        <Button kind="line" onClick={closeDialog}>
          {common.cancel()}
        </Button>
      </div>
    </>
  );
}
