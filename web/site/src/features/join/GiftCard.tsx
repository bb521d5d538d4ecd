import { PEACH_CODES } from '@marquee/api/peach-codes.gen.ts';
import type { MemberPage } from '@marquee/api/schema.gen.ts';
import { errorOf } from '@marquee/rules/loyalty/calls/responses.ts';
import { checkGiftCardBalance } from '@marquee/api/loyalty/cards.gen.ts';
import { type GiftBalance, lastCharacters, giftBalanceOf } from '@marquee/rules/loyalty/payments/gift-card.ts';
import { cx } from '@marquee/ui/cx.ts';
import { Button } from '@marquee/ui/Button/Button.tsx';
import { TextField } from '@marquee/ui/Field/Field.tsx';
import { Message } from '@marquee/ui/Message/Message.tsx';
import { useHydrated } from '@marquee/ui/use-hydrated.ts';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useLaterMessages } from '../../state/later.ts';
import { type Captcha, useCaptcha } from '../../parts/captcha/captcha.tsx';
import { FormLayout } from '../../parts/member/FormLayout.tsx';
import { NoScripts } from '../../parts/member/NoScripts.tsx';
import { useFailureText } from '../../state/member/queries.ts';
import { useMaybeMember } from '../../state/member/use-member.ts';
import { type Submission, useSubmit } from '../../state/use-submit.ts';
import { sendCall } from './send-call.ts';
import { Balance } from './Balance.tsx';
import css from './GiftCard.module.css';

interface CheckedCard {
  readonly balance: GiftBalance;
  readonly digits: string;
}

/** State of the check; errors are shown at the card number or above the form. */
type State =
  | { readonly kind: 'idle' }
  | { readonly kind: 'busy' }
  | { readonly kind: 'fieldError' | 'formError'; readonly text: string };

const NUMBER_ID = 'gift-number';

/** The fields of the form and its submission. */
interface GiftForm {
  readonly state: State;
  readonly number: string;
  readonly setNumber: (number: string) => void;
  readonly pin: string;
  readonly setPin: (pin: string) => void;
  readonly checked: CheckedCard | undefined;
  readonly captcha: Captcha;
  readonly submission: Submission;
}

function useGiftCard(): GiftForm {
  const { join } = useLaterMessages();
  const member = useMaybeMember();
  const captcha = useCaptcha('CheckGiftCardBalance');
  const failureText = useFailureText();
  const [state, setState] = useState<State>({ kind: 'idle' });
  const [number, setNumber] = useState('');
  const [pin, setPin] = useState('');
  const [checked, setChecked] = useState<CheckedCard>();

  /** Shows an error; an error of the card number also focuses its field. */
  const showError = (kind: 'fieldError' | 'formError', text: string): void => {
    flushSync(() => setState({ kind, text }));
    if (kind === 'fieldError') document.querySelector<HTMLElement>(`#${NUMBER_ID}`)?.focus();
  };
  const check = async (): Promise<void> => {
    if (member === undefined) return;
    if (number.trim() === '') {
      showError('fieldError', join.gift.missing());
      return;
    }
    setState({ kind: 'busy' });
    const token = await captcha.answer();
    if (captcha.isNeeded && token === undefined) {
      setState({ kind: 'idle' });
      return;
    }
    const result = await sendCall(
      member,
      checkGiftCardBalance(member.context, { cardNumber: number.trim(), pin: pin.trim() }),
      token,
    );
    captcha.reset();
    if (result.kind !== 'done') {
      showError(
        result.kind === 'refused' && errorOf(result.response).peachCode === PEACH_CODES.invalidGiftCard
          ? 'fieldError'
          : 'formError',
        failureText(result),
      );
      return;
    }
    const balance = giftBalanceOf(result.response);
    if (balance === undefined) {
      showError('formError', failureText({ kind: 'refused', response: {} }));
      return;
    }
    setState({ kind: 'idle' });
    setChecked({ balance, digits: lastCharacters(number) });
    setNumber('');
    setPin('');
  };
  const submission = useSubmit(member !== undefined, check);
  const clearErrorAnd = (set: (text: string) => void) => (text: string) => {
    set(text);
    if (state.kind === 'fieldError' || state.kind === 'formError') setState({ kind: 'idle' });
  };
  return { state, number, setNumber: clearErrorAnd(setNumber), pin, setPin: clearErrorAnd(setPin), checked, captcha, submission };
}

/** Form that checks the balance of a gift card (CALL-36). */
export function GiftCard({ page }: { page: MemberPage }) {
  const { join } = useLaterMessages();
  const hydrated = useHydrated();
  const form = useGiftCard();
  const { state, checked, submission } = form;
  const texts = join.gift;
  return (
    <FormLayout page={page} title={texts.title()} lead={texts.text()} caption={page.area.guestSignupTabText}>
      <NoScripts />
      <output>{checked === undefined ? null : <Balance balance={checked.balance} digits={checked.digits} />}</output>
      <form className={cx(css.form, 'needsScript')} method="post" noValidate={hydrated} onSubmit={submission.onSubmit}>
        {state.kind === 'formError' ? (
          <Message kind="error" focus>
            {state.text}
          </Message>
        ) : null}
        <CardFields form={form} />
        {form.captcha.widget}
        <Button type="submit" size="l" wide busy={state.kind === 'busy' || submission.isWaiting} busyLabel={texts.checking()}>
          {texts.check()}
        </Button>
      </form>
    </FormLayout>
  );
}

function CardFields({ form: { state, number, setNumber, pin, setPin, checked } }: { form: GiftForm }) {
  const { join, fields } = useLaterMessages();
  return (
    <div className={css.card}>
      <TextField
        id={NUMBER_ID}
        name="cardNumber"
        label={checked === undefined ? fields.cardNumber() : join.gift.another()}
        value={number}
        onChange={setNumber}
        autoComplete="off"
        error={state.kind === 'fieldError' ? state.text : undefined}
        maxLength={64}
        required
      />
      <TextField
        id="gift-pin"
        name="pin"
        label={fields.pin()}
        optional={fields.optional()}
        value={pin}
        onChange={setPin}
        autoComplete="off"
        inputMode="numeric"
        maxLength={16}
      />
    </div>
  );
}
