import { edit } from '@marquee/rules/loyalty/calls/calls.ts';
import { type Profile, type ProfileText, changesOf, profileErrors, profileOf, refusedField } from '@marquee/rules/loyalty/account/profile.ts';
import { Button } from '@marquee/ui/Button/Button.tsx';
import { Message } from '@marquee/ui/Message/Message.tsx';
import { type FormEvent, useState } from 'react';
import { useLaterMessages } from '../../../state/later.ts';
import { focusInNextFrame } from '../../../state/member/focus.ts';
import { refusalResponse, useAction } from '../../../state/member/queries.ts';
import { useMemberDetails, useMember } from '../../../state/member/use-member.ts';
import { phoneRules } from '../../../state/phone-rules.ts';
import css from '../Form.module.css';
import { useReauthentication } from './CurrentPassword.tsx';
import { ProfileFields } from './ProfileFields.tsx';
import { type Phone, usePhoneParts } from './use-phone.ts';

const ID = 'edit-profile';

/** Form that edits the profile. Only changed fields are sent (CALL-08); errors never clear the input. */
export function ProfileForm({ onSaved, onCancel }: { onSaved: () => void; onCancel: () => void }) {
  const { mine, common, fields } = useLaterMessages();
  const { where } = useMember();
  const [saved] = useState(profileOf(useMemberDetails()));
  const { run, state, clear } = useAction();
  const [edited, setEdited] = useState(saved);
  const savedPhone = usePhoneParts(saved.mobileNumber);
  /** The edited phone number; undefined while it is the saved one. */
  const [editedPhone, setEditedPhone] = useState<Phone>();
  const [isPhoneInvalid, setIsPhoneInvalid] = useState(false);
  const [isSubmitted, setIsSubmitted] = useState(false);
  const { password, field } = useReauthentication(state, `${ID}-password`, mine.confirmPassword());
  const invalidField = refusedField(refusalResponse(state));
  const faults = profileErrors(edited);

  const change = (changes: Partial<Profile>): void => {
    clear();
    setEdited({ ...edited, ...changes });
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (state.kind === 'busy') return;
    setIsSubmitted(true);
    const mobileNumber = await parsePhone(editedPhone, saved.mobileNumber);
    setIsPhoneInvalid(mobileNumber === undefined);
    const [invalid = mobileNumber === undefined ? 'mobileNumber' : undefined] = faults.keys();
    if (invalid !== undefined || mobileNumber === undefined) {
      focusField(invalid ?? 'mobileNumber');
      return;
    }
    const changes = changesOf(saved, { ...edited, mobileNumber });
    if (Object.keys(changes).length === 0) {
      onCancel();
      return;
    }
    const answer = await run(edit(where, { ...changes, ...(password === undefined || password === '' ? {} : { currentPassword: password }) }), { changesMember: true });
    if (answer !== undefined) onSaved();
    else focusInNextFrame(`#${ID}-email[aria-invalid], #${ID}-password`);
  };
  const errorOf = (name: ProfileText): string | undefined => {
    if (name === 'email' && invalidField === 'email' && state.kind === 'failed') return state.text;
    if (name === 'mobileNumber') return isPhoneInvalid ? fields.invalid.mobile() : undefined;
    if (!isSubmitted) return undefined;
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
      {state.kind === 'failed' && invalidField === undefined ? (
        <Message kind="error" focus>
          {state.text}
        </Message>
      ) : null}
      <ProfileFields
        id={ID}
        profile={edited}
        phone={editedPhone ?? { country: savedPhone.country, text: savedPhone.national }}
        errorOf={errorOf}
        onChange={change}
        onPhone={(phone) => {
          clear();
          setIsPhoneInvalid(false);
          setEditedPhone(phone);
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

/** Ref callback: focuses the first field, because the button that opened the form is removed. */
function focusFirst(form: HTMLFormElement | null): void {
  form?.querySelector('input')?.focus();
}

/** The phone number to send: the saved one if not edited, empty if cleared, undefined if invalid. */
async function parsePhone(edited: Phone | undefined, saved: string): Promise<string | undefined> {
  if (edited === undefined) return saved;
  if (edited.text.trim() === '') return '';
  const rules = await phoneRules();
  // If the rules cannot be loaded, the service validates the number.
  return rules === undefined ? edited.text.trim() : rules.phoneNumber(edited.text, edited.country);
}

const focusField = (name: ProfileText): void => document.getElementById(`${ID}-${name}`)?.focus();
