import { isReauthentication, needsPassword } from '@marquee/rules/loyalty/account/profile.ts';
import { type ReactNode, useState } from 'react';
import { useLater } from '../../../state/later.ts';
import { Password } from '../../../parts/member/Password.tsx';
import { type Doing, refusedAnswer } from '../../../state/member/queries.ts';

/** The password that a member has, for what the service does not do without it. */
export function CurrentPassword({ id, hint, value, onChange, error }: { id: string; hint?: string; value: string; onChange: (text: string) => void; error: string | undefined }) {
  const { mine } = useLater();
  return <Password id={id} name="currentPassword" label={mine.currentPassword()} hint={hint} value={value} onChange={onChange} autoComplete="current-password" error={error} />;
}

/** A password that is asked for once the service wants it: the last sign-in may be long ago (security 1.9). */
export interface AskedPassword {
  /** What was typed; nothing before it is asked for. */
  readonly password: string | undefined;
  /** Whether the last answer wanted it. */
  readonly isWanted: boolean;
  readonly field: ReactNode;
}

/** The password that an action may want; `hint` says what for. */
export function useAskedPassword(state: Doing, id: string, hint: string): AskedPassword {
  const { mine } = useLater();
  const [password, setPassword] = useState<string>();
  const answer = refusedAnswer(state);
  const isWanted = needsPassword(answer);
  if (isWanted && password === undefined) setPassword('');
  const error = isWanted && !isReauthentication(answer) ? mine.wrongPassword() : undefined;
  return { password, isWanted, field: password === undefined ? null : <CurrentPassword id={id} hint={hint} value={password} onChange={setPassword} error={error} /> };
}
