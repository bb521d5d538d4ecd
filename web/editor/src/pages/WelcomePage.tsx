import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { Welcome } from '../features/sign-in/Welcome.tsx';
import { BASE } from '../state/location.ts';

export function WelcomePage() {
  const router = useRouter();
  const [token] = useState(() => new URLSearchParams(location.search).get('token') ?? '');
  return <Welcome token={token} onDone={() => void router.navigate({ href: `${BASE}/`, replace: true })} />;
}
