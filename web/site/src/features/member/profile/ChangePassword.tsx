import { edit } from '@marquee/api/loyalty/account.gen.ts';
import { refusedField } from '@marquee/rules/loyalty/account/profile.ts';
import { Button } from '@marquee/ui/Button/Button.tsx';
import { Message } from '@marquee/ui/Message/Message.tsx';
import { type FormEvent, useState } from 'react';
import { useLaterMessages } from '../../../state/later.ts';
import { focusInNextFrame } from '../../../state/member/focus.ts';
import { NewPassword, usePasswordCheck } from '../../../parts/member/NewPassword.tsx';
import { type ActionState, refusalResponse, useAction } from '../../../state/member/queries.ts';
import { useMemberDetails, useMember } from '../../../state/member/use-member.ts';
import css from '../Form.module.css';
import list from '../List.module.css';
import { CurrentPassword } from './CurrentPassword.tsx';
import { SIGN_INS } from './SignIns.tsx';

const ID = 'change-password';

/** The fields of the form and its submission. */
interface PasswordForm {
  readonly state: ActionState;
  readonly current: string;
  readonly setCurrent: (password: string) => void;
  readonly password: string;
  readonly setPassword: (password: string) => void;
  readonly errors: { readonly current: string | undefined; readonly password: string | undefined };
  readonly submit: (event: FormEvent) => Promise<void>;
}

function useChangePassword(onChanged: () => void): PasswordForm {
  const { mine, fields } = useLaterMessages();
  const { context } = useMember();
  const isPassword = usePasswordCheck();
  const { run, state, clear } = useAction();
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const [isSubmitted, setIsSubmitted] = useState(false);
  const invalidField = refusedField(refusalResponse(state));
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (state.kind === 'busy') return;
    setIsSubmitted(true);
    if (current === '' || !isPassword(password)) {
      document.getElementById(current === '' ? `${ID}-old` : `${ID}-new`)?.focus();
      return;
    }
    const response = await run(edit(context, { currentPassword: current, password }), { changes: [SIGN_INS] });
    if (response === undefined) {
      focusInNextFrame(`#${ID}-old[aria-invalid], #${ID}-new[aria-invalid]`);
      return;
    }
    setCurrent('');
    setPassword('');
    setIsSubmitted(false);
    onChanged();
  };
  const changeCurrent = (value: string): void => {
    clear();
    setCurrent(value);
  };
  const weak = isSubmitted && !isPassword(password) ? fields.invalid.password() : undefined;
  const errors = {
    current:
      invalidField === 'currentPassword' ? mine.wrongPassword() : isSubmitted && current === '' ? mine.required() : undefined,
    password: invalidField === 'password' && state.kind === 'failed' ? state.text : weak,
  };
  return { state, current, setCurrent: changeCurrent, password, setPassword, errors, submit };
}

/** Form that changes the password (CALL-08); this ends all other sign-ins. */
export function ChangePassword({ onChanged }: { onChanged: () => void }) {
  const { mine, fields } = useLaterMessages();
  const username = useMemberDetails().username ?? '';
  const { state, current, setCurrent, password, setPassword, errors, submit } = useChangePassword(onChanged);
  return (
    <section aria-labelledby={ID}>
      <h2 className={list.subheading} id={ID}>
        {fields.password()}
      </h2>
      <form className={css.form} noValidate onSubmit={(event) => void submit(event)}>
        <p className="quiet">{mine.passwordNote()}</p>
        {state.kind === 'failed' && refusedField(refusalResponse(state)) === undefined ? (
          <Message kind="error" focus>
            {state.text}
          </Message>
        ) : null}
        {/* Password managers save the password under this username. */}
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
        <CurrentPassword id={`${ID}-old`} value={current} onChange={setCurrent} error={errors.current} />
        <NewPassword
          id={`${ID}-new`}
          label={fields.newPassword()}
          value={password}
          onChange={setPassword}
          error={errors.password}
        />
        <Button type="submit" kind="line" busy={state.kind === 'busy'}>
          {mine.changePassword()}
        </Button>
      </form>
    </section>
  );
}
