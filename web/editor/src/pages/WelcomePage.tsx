import { useState } from 'react';
import { Welcome } from '../features/sign-in/Welcome.tsx';
import { BASE } from '../state/location.ts';

export function WelcomePage() {
  const [token] = useState(() => new URLSearchParams(location.search).get('token') ?? '');
  return <Welcome token={token} onDone={() => location.replace(`${BASE}/`)} />;
}
