import { useState } from 'react';
import { NewAddress } from '../features/sign-in/Recovery.tsx';

/** Confirms a new address of the operator with the token of the link. */
export function NewAddressPage() {
  const [token] = useState(() => new URLSearchParams(location.search).get('token') ?? '');
  return <NewAddress token={token} editorHref="/" />;
}
