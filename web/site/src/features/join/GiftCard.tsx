import type { MemberPage } from '@marquee/api/schema.gen.ts';
import { answerOf } from '@marquee/rules/loyalty/calls/answers.ts';
import { giftCardBalance } from '@marquee/rules/loyalty/calls/calls.ts';
import { type GiftBalance, endOf, giftBalanceOf } from '@marquee/rules/loyalty/payments/gift-card.ts';
import { cx } from '@marquee/ui/cx.ts';
import { Button } from '@marquee/ui/Button/Button.tsx';
import { TextField } from '@marquee/ui/Field/Field.tsx';
import { Message } from '@marquee/ui/Message/Message.tsx';
import { useHydrated } from '@marquee/ui/use-hydrated.ts';
import { type FormEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLater } from '../../state/later.ts';
import { useCaptcha } from '../../parts/captcha/captcha.tsx';
import { Frame } from '../../parts/member/Frame.tsx';
import { NoScripts } from '../../parts/member/NoScripts.tsx';
import { useFailureText } from '../../state/member/queries.ts';
import { useMaybeMember } from '../../state/member/use-member.ts';
import { attempt } from './attempt.ts';
import { Balance } from './Balance.tsx';
import css from './GiftCard.module.css';

/** A card that was looked up. */
interface Found {
  readonly balance: GiftBalance;
  readonly digits: string;
}

/** How far a look at a card is. */
type Looking = { readonly kind: 'idle' } | { readonly kind: 'busy' } | { readonly kind: 'field' | 'top'; readonly text: string };

/** The code of a card that is none, has ended, or has another PIN (ERR-11). */
const INVALID = 51;
const NUMBER = 'gift-number';

/** Tells what is on a gift card. */
export function GiftCard({ page }: { page: MemberPage }) {
  const { join, fields } = useLater();
  const member = useMaybeMember();
  const hydrated = useHydrated();
  const captcha = useCaptcha('CheckGiftCardBalance');
  const say = useFailureText();
  const [state, setState] = useState<Looking>({ kind: 'idle' });
  const [number, setNumber] = useState('');
  const [pin, setPin] = useState('');
  const [found, setFound] = useState<Found>();
  const words = join.gift;

  /** Says what is wrong; at the number, the focus is led there. */
  const refuse = (kind: 'field' | 'top', text: string): void => {
    flushSync(() => setState({ kind, text }));
    if (kind === 'field') document.querySelector<HTMLElement>(`#${NUMBER}`)?.focus();
  };

  const check = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (state.kind === 'busy' || member === undefined) return;
    if (number.trim() === '') {
      refuse('field', words.missing());
      return;
    }
    setState({ kind: 'busy' });
    const proof = await captcha.answer();
    if (captcha.isNeeded && proof === undefined) {
      setState({ kind: 'idle' });
      return;
    }
    const tried = await attempt(member, giftCardBalance(member.where, number.trim(), pin.trim()), proof);
    captcha.reset();
    if (tried.kind !== 'done') {
      refuse(tried.kind === 'refused' && answerOf(tried.answer).peachCode === INVALID ? 'field' : 'top', say(tried));
      return;
    }
    const balance = giftBalanceOf(tried.answer);
    if (balance === undefined) {
      refuse('top', say({ kind: 'refused', answer: {} }));
      return;
    }
    setState({ kind: 'idle' });
    setFound({ balance, digits: endOf(number) });
    setNumber('');
    setPin('');
  };

  const retype = (set: (text: string) => void) => (text: string) => {
    set(text);
    if (state.kind === 'field' || state.kind === 'top') setState({ kind: 'idle' });
  };

  return (
    <Frame page={page} title={words.title()} lead={words.text()} say={page.area.guestSignupTabText}>
      <NoScripts />
      <output>{found === undefined ? null : <Balance balance={found.balance} digits={found.digits} />}</output>
      <form className={cx(css.form, 'needsScript')} method="post" noValidate={hydrated} onSubmit={(event) => void check(event)}>
        {state.kind === 'top' ? (
          <Message kind="error" focus>
            {state.text}
          </Message>
        ) : null}
        <div className={css.card}>
          <TextField
            id={NUMBER}
            name="cardNumber"
            label={found === undefined ? fields.cardNumber() : words.another()}
            value={number}
            onChange={retype(setNumber)}
            autoComplete="off"
            error={state.kind === 'field' ? state.text : undefined}
            maxLength={64}
            required
          />
          <TextField id="gift-pin" name="pin" label={fields.pin()} optional={fields.optional()} value={pin} onChange={retype(setPin)} autoComplete="off" inputMode="numeric" maxLength={16} />
        </div>
        {captcha.widget}
        <Button type="submit" size="l" wide busy={state.kind === 'busy'} busyLabel={words.checking()}>
          {words.check()}
        </Button>
      </form>
    </Frame>
  );
}
