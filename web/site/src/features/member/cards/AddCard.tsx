import { PEACH_CODES } from '@marquee/api/peach-codes.gen.ts';
import { sentCardCode, typedCardCode } from '@marquee/rules/loyalty/account/card-code.ts';
import { cardToAdd } from '@marquee/rules/loyalty/club/cards.ts';
import { Button } from '@marquee/ui/Button/Button.tsx';
import { TextField } from '@marquee/ui/Field/Field.tsx';
import { Message } from '@marquee/ui/Message/Message.tsx';
import { type FormEvent, useState } from 'react';
import type { LaterMessages } from '../../../messages/messages.ts';
import { useLaterMessages } from '../../../state/later.ts';
import { focusInNextFrame } from '../../../state/member/focus.ts';
import { type ActionState, useAction } from '../../../state/member/queries.ts';
import { useMember } from '../../../state/member/use-member.ts';
import list from '../List.module.css';
import css from '../Form.module.css';

const ID = 'add-card';

/** The fields of the form and its submission. */
interface CardForm {
  readonly state: ActionState;
  readonly code: string;
  readonly setCode: (code: string) => void;
  readonly pin: string;
  readonly setPin: (pin: string) => void;
  readonly isMissing: boolean;
  readonly submit: (event: FormEvent) => Promise<void>;
}

function useAddCard(onAdded: () => void): CardForm {
  const { context } = useMember();
  const { run, state, clear } = useAction();
  const [code, setCode] = useState('');
  const [pin, setPin] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (state.kind === 'busy') return;
    const isEmpty = sentCardCode(code) === '';
    setIsMissing(isEmpty);
    if (isEmpty) {
      document.getElementById(`${ID}-code`)?.focus();
      return;
    }
    const response = await run(cardToAdd(context, code, pin.trim() === '' ? undefined : pin.trim()), {
      changes: ['cards'],
      changesMember: true,
    });
    if (response === undefined) {
      focusInNextFrame(`#${ID}-code[aria-invalid]`);
      return;
    }
    setCode('');
    setPin('');
    onAdded();
  };
  const changeCode = (text: string): void => {
    clear();
    setIsMissing(false);
    setCode(typedCardCode(text));
  };
  return { state, code, setCode: changeCode, pin, setPin, isMissing, submit };
}

/** Form that adds a physical card (CALL-33). Its number is sent in capitals (VALID-04). */
export function AddCard({ onAdded }: { onAdded: () => void }) {
  const { mine, fields } = useLaterMessages();
  const { state, code, setCode, pin, setPin, isMissing, submit } = useAddCard(onAdded);
  const error = errorOf(mine, state);
  return (
    <section aria-labelledby={ID}>
      <h2 className={list.subheading} id={ID}>
        {mine.addCard()}
      </h2>
      <form className={css.form} noValidate onSubmit={(event) => void submit(event)}>
        {state.kind === 'failed' && error === undefined ? (
          <Message kind="error" focus>
            {state.text}
          </Message>
        ) : null}
        <div className={css.pair}>
          <TextField
            id={`${ID}-code`}
            name="cardCode"
            label={fields.cardNumber()}
            hint={mine.cardCodeHint()}
            value={code}
            onChange={setCode}
            autoComplete="off"
            error={isMissing ? mine.required() : error}
            required
          />
          <TextField
            id={`${ID}-pin`}
            name="pin"
            label={fields.pin()}
            optional={fields.optional()}
            hint={mine.pinHint()}
            value={pin}
            onChange={setPin}
            autoComplete="off"
            inputMode="numeric"
          />
        </div>
        <Button type="submit" busy={state.kind === 'busy'}>
          {mine.addCard()}
        </Button>
      </form>
    </section>
  );
}

/** The error shown at the card number: an unknown card, the card of another member, or any other refusal by the service. */
function errorOf(mine: LaterMessages['mine'], state: ActionState): string | undefined {
  if (state.kind !== 'failed' || state.failure.kind === 'unreachable') return undefined;
  const code = state.failure.response.peachCode;
  // The error catalog's text for this code is about activations.
  return code === PEACH_CODES.invalidActivation ? mine.cardUnknown({ code }) : state.text;
}
