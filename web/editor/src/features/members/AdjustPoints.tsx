import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { ToggleButton } from 'react-aria-components';
import type { PointsAdjustmentRequest, PointsBalance } from '@marquee/api/editor.gen.ts';
import { Button } from '../../parts/Button.tsx';
import { TextField } from '../../parts/Field.tsx';
import { Card, Quiet } from '../../parts/Surface.tsx';
import { call } from '../../state/api/client.ts';
import { useOpenSite } from '../../state/drafts.ts';
import { errorText } from '../../state/errors.ts';
import { useScreenKey } from '../../state/keys.ts';
import { newRequestId, parsePoints } from '../../state/members/points.ts';
import { useRefresh } from '../../state/members/queries.ts';
import type { Member } from '../../state/members/records.ts';
import { useFormats, useMessages } from '../../state/messages.ts';
import { showToast } from '../../state/toasts.ts';
import styles from './Members.module.css';

const QUICK_REASONS = ['canceled', 'goodwill', 'correction'] as const;

/** Books points of a member; each booking can be undone by a counter-entry for ten seconds. */
function useAdjustment(member: Member) {
  const messages = useMessages();
  const { members: words, common } = messages;
  const { number } = useFormats();
  const { site } = useOpenSite();
  const refresh = useRefresh();
  const book = (request: PointsAdjustmentRequest): Promise<PointsBalance> =>
    call<PointsBalance>('POST', `${site.key}/members/${encodeURIComponent(member.id)}/points`, request);
  const undo = async ({ amount, reason }: PointsAdjustmentRequest): Promise<void> => {
    try {
      await book({ amount: -amount, reason: words.undoReason({ reason }).slice(0, 200), requestId: newRequestId() });
      showToast(words.undone());
    } catch (error) {
      showToast(errorText(error, messages));
    }
    refresh();
  };
  return useMutation({
    mutationFn: book,
    onSuccess(_, request) {
      const count = Math.abs(request.amount);
      const points = { count, number: number(count) };
      showToast(request.amount > 0 ? words.pointsAdded(points) : words.pointsDeducted(points), {
        label: common.undo(),
        onAction: () => void undo(request),
      });
      refresh();
    },
  });
}

/** Whether an amount is more than the operator may give or take at once. */
const isOverLimit = (amount: number | undefined, limit: number | undefined): boolean =>
  amount !== undefined && limit !== undefined && Math.abs(amount) > limit;

/** The points to add, with the total after it. */
function AmountField({
  member,
  typed,
  isChecked,
  onChange,
}: {
  readonly member: Member;
  readonly typed: string;
  readonly isChecked: boolean;
  readonly onChange: (typed: string) => void;
}) {
  const { members: words } = useMessages();
  const { number } = useFormats();
  const limit = useOpenSite().site.pointsLimit;
  const amount = parsePoints(typed);
  const total = amount === undefined ? undefined : member.points + amount;
  const amountError = (): string | undefined => {
    if (limit !== undefined && isOverLimit(amount, limit)) return words.overLimit({ number: number(limit) });
    if (total !== undefined && total < 0) return words.tooFew({ number: number(member.points) });
    return isChecked && amount === undefined ? words.amountInvalid() : undefined;
  };
  return (
    <TextField
      label={words.amount()}
      value={typed}
      onChange={onChange}
      inputMode="text"
      autoComplete="off"
      placeholder="+ 100"
      maxLength={14}
      unit={total === undefined ? undefined : words.total({ number: number(total) })}
      hint={limit === undefined ? undefined : words.pointsUpTo({ number: number(limit) })}
      error={amountError()}
    />
  );
}

/** The usual reasons. */
function QuickReasons({ reason, onChange }: { readonly reason: string; readonly onChange: (reason: string) => void }) {
  const { members: words } = useMessages();
  return QUICK_REASONS.map((name) => (
    <ToggleButton
      key={name}
      className={styles['chip'] ?? ''}
      isSelected={reason === words.reasons[name]()}
      onChange={(isOn) => onChange(isOn ? words.reasons[name]() : '')}
    >
      {words.reasons[name]()}
    </ToggleButton>
  ));
}

/** Adds points to a member, or deducts them. */
export function AdjustPoints({ member }: { readonly member: Member }) {
  const messages = useMessages();
  const { members: words } = messages;
  const { number } = useFormats();
  const { site } = useOpenSite();
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState('');
  const [reason, setReason] = useState('');
  const [isChecked, setChecked] = useState(false);
  const request = useRef<PointsAdjustmentRequest>(undefined);
  const adjust = useAdjustment(member);
  const amount = parsePoints(typed);
  const isTooMuch = amount !== undefined && (member.points + amount < 0 || isOverLimit(amount, site.pointsLimit));
  useScreenKey('p', () => form.current?.querySelector('input')?.focus());
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setChecked(true);
    if (amount === undefined || isTooMuch || reason.trim() === '' || adjust.isPending) return;
    // The same adjustment after a lost response is the same request, so that it is booked once.
    const last = request.current;
    const isSame = last?.amount === amount && last.reason === reason.trim();
    const next = isSame ? last : { amount, reason: reason.trim(), requestId: newRequestId() };
    request.current = next;
    adjust.mutate(next, {
      onSuccess() {
        request.current = undefined;
        setTyped('');
        setReason('');
        setChecked(false);
      },
    });
  };
  const count = Math.abs(amount ?? 0);
  const buttonWords = { count, number: number(count) };
  return (
    <Card title={words.adjust()} trailing={<Quiet>{words.immediately()}</Quiet>}>
      <form ref={form} className={styles['adjust']} onSubmit={submit} noValidate>
        <AmountField member={member} typed={typed} isChecked={isChecked} onChange={setTyped} />
        <TextField
          label={words.reason()}
          value={reason}
          onChange={setReason}
          autoComplete="off"
          maxLength={180}
          hint={words.reasonHint()}
          error={
            isChecked && reason.trim() === ''
              ? words.reasonMissing()
              : adjust.error === null
                ? undefined
                : errorText(adjust.error, messages)
          }
        />
        <div className={styles['chips']}>
          <QuickReasons reason={reason} onChange={setReason} />
          <Button type="submit" look="solid" isBusy={adjust.isPending}>
            {amount === undefined ? words.addPoints() : amount > 0 ? words.add(buttonWords) : words.deduct(buttonWords)}
          </Button>
        </div>
      </form>
    </Card>
  );
}
