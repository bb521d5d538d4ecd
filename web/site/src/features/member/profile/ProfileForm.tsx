import { edit } from '@marquee/api/loyalty/account.gen.ts';
import {
  type Profile,
  type ProfileText,
  changesOf,
  profileErrors,
  profileOf,
  refusedField,
} from '@marquee/rules/loyalty/account/profile.ts';
import { Button } from '@marquee/ui/Button/Button.tsx';
import { Message } from '@marquee/ui/Message/Message.tsx';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useLaterMessages } from '../../../state/later.ts';
import { focusInNextFrame } from '../../../state/member/focus.ts';
import { type ActionState, refusalResponse, useAction } from '../../../state/member/queries.ts';
import { useMemberDetails, useMember } from '../../../state/member/use-member.ts';
import { phoneRules } from '../../../state/phone-rules.ts';
import css from '../Form.module.css';
import { useReauthentication } from './CurrentPassword.tsx';
import { ProfileFields } from './ProfileFields.tsx';
import { type Phone, usePhoneParts } from './use-phone.ts';

const ID = 'edit-profile';

/** The edited profile and its submission. */
interface ProfileEdit {
  readonly profile: Profile;
  readonly change: (changes: Partial<Profile>) => void;
  readonly phone: Phone;
  readonly changePhone: (phone: Phone) => void;
  readonly errorOf: (name: ProfileText) => string | undefined;
  readonly state: ActionState;
  readonly reauthentication: ReactNode;
  readonly submit: () => Promise<void>;
}

function useProfileEdit(onSaved: () => void, onCancel: () => void): ProfileEdit {
  const { mine, fields } = useLaterMessages();
  const { context } = useMember();
  const [saved] = useState(profileOf(useMemberDetails()));
  const { run, state, clear } = useAction();
  const [profile, setProfile] = useState(saved);
  const savedPhone = usePhoneParts(saved.mobileNumber);
  /** The edited phone number; undefined while it is the saved one. */
  const [editedPhone, setEditedPhone] = useState<Phone>();
  const [isPhoneInvalid, setIsPhoneInvalid] = useState(false);
  const [isSubmitted, setIsSubmitted] = useState(false);
  const { password, field } = useReauthentication(state, `${ID}-password`, mine.confirmPassword());
  const errors = profileErrors(profile);

  const submit = async (): Promise<void> => {
    if (state.kind === 'busy') return;
    setIsSubmitted(true);
    const mobileNumber = await parsePhone(editedPhone, saved.mobileNumber);
    setIsPhoneInvalid(mobileNumber === undefined);
    const [invalid = mobileNumber === undefined ? 'mobileNumber' : undefined] = errors.keys();
    if (invalid !== undefined || mobileNumber === undefined) {
      focusField(invalid ?? 'mobileNumber');
      return;
    }
    const changes = changesOf(saved, { ...profile, mobileNumber });
    if (Object.keys(changes).length === 0) {
      onCancel();
      return;
    }
    const response = await run(
      edit(context, { ...changes, ...(password === undefined || password === '' ? {} : { currentPassword: password }) }),
      { changesMember: true },
    );
    if (response !== undefined) onSaved();
    else focusInNextFrame(`#${ID}-email[aria-invalid], #${ID}-password`);
  };
  const errorOf = (name: ProfileText): string | undefined => {
    if (name === 'email' && isEmailRefused(state)) return state.text;
    if (name === 'mobileNumber') return isPhoneInvalid ? fields.invalid.mobile() : undefined;
    const error = isSubmitted ? errors.get(name) : undefined;
    return error && { missing: mine.required, email: fields.invalid.email }[error]();
  };
  return {
    profile,
    change: (changes) => {
      clear();
      setProfile({ ...profile, ...changes });
    },
    phone: editedPhone ?? { country: savedPhone.country, text: savedPhone.national },
    changePhone: (phone) => {
      clear();
      setIsPhoneInvalid(false);
      setEditedPhone(phone);
    },
    errorOf,
    state,
    reauthentication: field,
    submit,
  };
}

/** Whether the service refused the email address of the profile. */
const isEmailRefused = (state: ActionState): state is ActionState & { readonly kind: 'failed' } =>
  state.kind === 'failed' && refusedField(refusalResponse(state)) === 'email';

/** Form that edits the profile. Only changed fields are sent (CALL-08); errors never clear the input. */
export function ProfileForm({ onSaved, onCancel }: { onSaved: () => void; onCancel: () => void }) {
  const { mine, common } = useLaterMessages();
  const { profile, change, phone, changePhone, errorOf, state, reauthentication, submit } = useProfileEdit(onSaved, onCancel);
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    void submit();
  };
  return (
    <form className={css.form} noValidate ref={focusFirst} onSubmit={onSubmit}>
      {state.kind === 'failed' && refusedField(refusalResponse(state)) === undefined ? (
        <Message kind="error" focus>
          {state.text}
        </Message>
      ) : null}
      <ProfileFields id={ID} profile={profile} phone={phone} errorOf={errorOf} onChange={change} onPhone={changePhone} />
      {reauthentication}
      <div className={css.actions}>
        <Button type="submit" busy={state.kind === 'busy'}>
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
