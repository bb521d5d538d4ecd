import { SignInForm } from '../features/sign-in/SignInForm.tsx';
import { EntranceLayout } from '../parts/EntranceLayout.tsx';
import { BASE } from '../state/location.ts';
import { useMessages } from '../state/messages.ts';

/** The address to continue with, if it is within the editor. */
export function nextAddress(search: string): string {
  const next = new URLSearchParams(search).get('next') ?? '';
  return /^\/editor\/(?![/\\])[\w\-./?=&%]*$/.test(next) ? next : `${BASE}/`;
}

export function SignInPage() {
  const { signIn } = useMessages();
  return (
    <EntranceLayout title={signIn.title()} lead={signIn.lead()}>
      <SignInForm onDone={() => location.replace(nextAddress(location.search))} />
    </EntranceLayout>
  );
}
