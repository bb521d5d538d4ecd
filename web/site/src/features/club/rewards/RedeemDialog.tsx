import { confirmRedemption, orderItem } from '@marquee/rules/loyalty/calls/calls.ts';
import { pointsOf } from '@marquee/rules/loyalty/club/choices.ts';
import { type Reward, isInvalidCode, redemptionCodeOf } from '@marquee/rules/loyalty/club/rewards.ts';
import { Button } from '@marquee/ui/Button/Button.tsx';
import { Dialog } from '@marquee/ui/Dialog/Dialog.tsx';
import { Message } from '@marquee/ui/Message/Message.tsx';
import { useState } from 'react';
import { useLater } from '../../../state/later.ts';
import { useFormats } from '../../../state/member/formats.ts';
import { pointsText } from '../../../state/member/points.ts';
import { useAction } from '../../../state/member/queries.ts';
import { useDetails, useMember } from '../../../state/member/use-member.ts';
import { usePage } from '../../../state/page.ts';
import css from './RedeemDialog.module.css';
import { closeDialog } from './close-dialog.ts';
import { Finished, RewardCode } from './RewardCode.tsx';
import { requestId } from './request-id.ts';
import { REWARDS } from './use-rewards.ts';

/** What an order changes beside the balance. */
const CHANGES = [REWARDS, 'orders', 'transactions'];

type Step = { readonly kind: 'ask' } | { readonly kind: 'code'; readonly code: string } | { readonly kind: 'done' };

/** Redeeming a reward: a question, its code, and the word at the counter that it was handed out (CALL-24 to CALL-26). */
export function RedeemDialog({
  reward,
  code,
  onOrdered,
  onHandedOut,
  onClose,
}: {
  reward: Reward;
  /** The code, when it was ordered before. */
  code: string;
  onOrdered: (code: string) => void;
  onHandedOut: () => void;
  onClose: () => void;
}) {
  const { m } = usePage();
  const { club } = useLater();
  const { where } = useMember();
  const { state, run, clear } = useAction();
  // Tried again, the order is the same one.
  const [id] = useState(() => requestId());
  const [step, setStep] = useState<Step>(code === '' ? { kind: 'ask' } : { kind: 'code', code });
  const order = async (): Promise<void> => {
    const answer = await run(orderItem(where, reward.itemCode, 1, id), { changes: CHANGES, changesMember: true });
    if (answer === undefined) return;
    const given = redemptionCodeOf(answer);
    setStep({ kind: 'code', code: given });
    onOrdered(given);
  };
  const confirm = async (given: string): Promise<void> => {
    if ((await run(confirmRedemption(where, given), { changes: CHANGES })) === undefined) return;
    setStep({ kind: 'done' });
    onHandedOut();
  };
  const close = (): void => {
    // A code that was used elsewhere is not offered again.
    if (step.kind === 'code' && state.kind === 'failed' && isInvalidCode(state.failure)) onHandedOut();
    onClose();
  };
  return (
    <Dialog title={club.redeemTitle({ name: reward.name })} closeLabel={m.common.close()} look="list" onClose={close}>
      <div className={css.steps}>
        {state.kind === 'failed' ? (
          <Message kind="error" focus>
            {state.text}
          </Message>
        ) : null}
        {step.kind === 'ask' ? <Ask reward={reward} busy={state.kind === 'busy'} again={state.kind === 'failed'} onYes={() => void order()} /> : null}
        {step.kind === 'code' ? <RewardCode code={step.code} busy={state.kind === 'busy'} onHandedOut={() => void confirm(step.code)} onNotYet={clear} /> : null}
        {step.kind === 'done' ? <Finished text={club.handedOut()} /> : null}
      </div>
    </Dialog>
  );
}

function Ask({ reward, busy, again, onYes }: { reward: Reward; busy: boolean; again: boolean; onYes: () => void }) {
  const { m } = usePage();
  const words = useLater();
  const formats = useFormats();
  // What is left does not change under the eyes while the order is carried out.
  const [have] = useState(pointsOf(useDetails()));
  const { club, common } = words;
  return (
    <>
      {reward.description === '' ? null : <p>{reward.description}</p>}
      <p>
        {club.redeemText({ cost: pointsText(words, formats, reward.cost) })} {club.redeemLeft({ amount: pointsText(words, formats, Math.max(have - reward.cost, 0)) })}
      </p>
      <div className={css.actions}>
        <Button data-autofocus="" busy={busy} busyLabel={club.redeeming()} onClick={onYes}>
          {again ? m.common.tryAgain() : club.redeemDo()}
        </Button>
        <Button kind="line" onClick={closeDialog}>
          {common.cancel()}
        </Button>
      </div>
    </>
  );
}
