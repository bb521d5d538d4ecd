import { useLocation } from '@tanstack/react-router';
import { ForgottenPassword, NewPassword } from '../features/sign-in/Recovery.tsx';
import { BASE, RESET_PATH, SIGN_IN_PATH } from '../state/location.ts';

/** A forgotten password: asks for the address, or with the token of the link for a new password. */
export function ResetPage() {
  const token = useLocation({ select: ({ searchStr }) => new URLSearchParams(searchStr).get('token') ?? '' });
  if (token === '') return <ForgottenPassword signInHref={SIGN_IN_PATH} />;
  return <NewPassword token={token} againHref={RESET_PATH} onDone={() => location.replace(`${BASE}/`)} />;
}
