import { isReauthentication, needsPassword } from '@marquee/rules/loyalty/account/profile.ts';
import { type ReactNode, useState } from 'react';
import { useLaterMessages } from '../../../state/later.ts';
import { Password } from '../../../parts/member/Password.tsx';
import { type ActionState, refusalResponse } from '../../../state/member/queries.ts';

/** Field for the member's current password, which some changes require. */
export function CurrentPassword({
  id,
  hint,
  value,
  onChange,
  error,
}: {
  id: string;
  hint?: string;
  value: string;
  onChange: (text: string) => void;
  error: string | undefined;
}) {
  const { mine } = useLaterMessages();
  return (
    <Password
      id={id}
      name="currentPassword"
      label={mine.currentPassword()}
      hint={hint}
      value={value}
      onChange={onChange}
      autoComplete="current-password"
      error={error}
    />
  );
}

/** A password field that appears once the service requires reauthentication (security 1.9). */
export interface Reauthentication {
  /** The input; undefined until the password is required. */
  readonly password: string | undefined;
  /** Whether the last response required the password. */
  readonly isRequired: boolean;
  readonly field: ReactNode;
}

/** The password field of an action; `hint` says why the password is required. */
export function useReauthentication(state: ActionState, id: string, hint: string): Reauthentication {
  const { mine } = useLaterMessages();
  const [password, setPassword] = useState<string>();
  const response = refusalResponse(state);
  const isRequired = needsPassword(response);
  if (isRequired && password === undefined) setPassword('');
  const error = isRequired && !isReauthentication(response) ? mine.wrongPassword() : undefined;
  return {
    password,
    isRequired,
    field:
      password === undefined ? null : <CurrentPassword id={id} hint={hint} value={password} onChange={setPassword} error={error} />,
  };
}
