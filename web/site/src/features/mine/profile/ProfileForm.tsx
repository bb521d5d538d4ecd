import { edit } from '@marquee/rules/loyalty/calls/calls.ts';
import { type Profile, type ProfileText, changesOf, faultsOf, fieldOf, profileOf } from '@marquee/rules/loyalty/account/profile.ts';
import { Button } from '@marquee/ui/Button/Button.tsx';
import { Message } from '@marquee/ui/Message/Message.tsx';
import { type FormEvent, useState } from 'react';
import { useLater } from '../../../state/later.ts';
import { focusSoon } from '../../../state/member/focus.ts';
import { refusedAnswer, useAction } from '../../../state/member/queries.ts';
import { useDetails, useMember } from '../../../state/member/use-member.ts';
import { phoneRules } from '../../../state/phone-rules.ts';
import css from '../Form.module.css';
import { useAskedPassword } from './CurrentPassword.tsx';
import { ProfileFields } from './ProfileFields.tsx';
import { type Phone, usePhoneParts } from './use-phone.ts';

const ID = 'edit-profile';

/** Changes what a member says of themselves: what they did not touch is not sent (CALL-08), and what they typed stays until it is saved. */
export function ProfileForm({ onSaved, onCancel }: { onSaved: () => void; onCancel: () => void }) {
  const { mine, common, fields } = useLater();
  const { where } = useMember();
  const [before] = useState(profileOf(useDetails()));
  const { run, state, clear } = useAction();
  const [after, setAfter] = useState(before);
  const kept = usePhoneParts(before.mobileNumber);
  /** What was typed of the number; until then it is the one that is kept. */
  const [typed, setTyped] = useState<Phone>();
  const [isPhoneWrong, setIsPhoneWrong] = useState(false);
  const [isTried, setIsTried] = useState(false);
  const { password, field } = useAskedPassword(state, `${ID}-password`, mine.confirmPassword());
  const wrongField = fieldOf(refusedAnswer(state));
  const faults = faultsOf(after);

  const change = (changed: Partial<Profile>): void => {
    clear();
    setAfter({ ...after, ...changed });
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (state.kind === 'busy') return;
    setIsTried(true);
    const mobileNumber = await numberOf(typed, before.mobileNumber);
    setIsPhoneWrong(mobileNumber === undefined);
    const [wrong = mobileNumber === undefined ? 'mobileNumber' : undefined] = faults.keys();
    if (wrong !== undefined || mobileNumber === undefined) {
      focusOn(wrong ?? 'mobileNumber');
      return;
    }
    const changes = changesOf(before, { ...after, mobileNumber });
    if (Object.keys(changes).length === 0) {
      onCancel();
      return;
    }
    const answer = await run(edit(where, { ...changes, ...(password === undefined || password === '' ? {} : { currentPassword: password }) }), { changesMember: true });
    if (answer !== undefined) onSaved();
    else focusSoon(`#${ID}-email[aria-invalid], #${ID}-password`);
  };
  const errorOf = (name: ProfileText): string | undefined => {
    if (name === 'email' && wrongField === 'email' && state.kind === 'failed') return state.text;
    if (name === 'mobileNumber') return isPhoneWrong ? fields.invalid.mobile() : undefined;
    if (!isTried) return undefined;
    switch (faults.get(name)) {
      case 'missing':
        return mine.required();
      case 'email':
        return fields.invalid.email();
      case undefined:
        return undefined;
    }
  };
  return (
    <form className={css.form} noValidate ref={focusFirst} onSubmit={(event) => void submit(event)}>
      {state.kind === 'failed' && wrongField === undefined ? (
        <Message kind="error" focus>
          {state.text}
        </Message>
      ) : null}
      <ProfileFields
        id={ID}
        profile={after}
        phone={typed ?? { country: kept.country, text: kept.national }}
        errorOf={errorOf}
        onChange={change}
        onPhone={(phone) => {
          clear();
          setIsPhoneWrong(false);
          setTyped(phone);
        }}
      />
      {field}
      <div className={css.actions}>
        <Button type="submit" busy={state.kind === 'busy'} busyLabel={common.loading()}>
          {mine.save()}
        </Button>
        <Button kind="line" onClick={onCancel}>
          {common.cancel()}
        </Button>
      </div>
    </form>
  );
}

/** The button that opened the form is gone: its first field takes the focus. */
function focusFirst(form: HTMLFormElement | null): void {
  form?.querySelector('input')?.focus();
}

/** The number to send: the one that is kept if nobody touched it, none if it was emptied; nothing when it is no number. */
async function numberOf(typed: Phone | undefined, kept: string): Promise<string | undefined> {
  if (typed === undefined) return kept;
  if (typed.text.trim() === '') return '';
  const rules = await phoneRules();
  // Without the rules the service has the last word.
  return rules === undefined ? typed.text.trim() : rules.phoneNumber(typed.text, typed.country);
}

const focusOn = (name: ProfileText): void => document.getElementById(`${ID}-${name}`)?.focus();
