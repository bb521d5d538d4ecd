import { useLater } from '../../../state/later.tsx';
import { Password } from '../../../state/member/Password.tsx';

/** The password that a member has, for what the service does not do without it. */
export function CurrentPassword({ id, hint, value, onChange, error }: { id: string; hint?: string; value: string; onChange: (text: string) => void; error: string | undefined }) {
  const { mine } = useLater();
  return <Password id={id} name="currentPassword" label={mine.currentPassword()} hint={hint} value={value} onChange={onChange} autoComplete="current-password" error={error} />;
}
