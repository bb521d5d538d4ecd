import type { MemberPage } from '@marquee/api/schema.gen.ts';
import { isOfOthers } from '@marquee/rules/loyalty/account/captcha.ts';
import { resetGrant } from '@marquee/rules/loyalty/account/reset-link.ts';
import { Message } from '@marquee/ui/Message/Message.tsx';
import { useHydrated } from '@marquee/ui/use-hydrated.ts';
import { useState } from 'react';
import { handed } from '../../state/member/handed.ts';
import { useLater } from '../../state/later.ts';
import { ForgotPassword } from './ForgotPassword.tsx';
import { ResetPassword } from './ResetPassword.tsx';
import { SignIn } from './SignIn.tsx';

/** Signing in, or a new password where the link of a mail led here. The server does not read what such a link carries. */
export function Home({ page }: { page: MemberPage }) {
  const { account } = useLater();
  const hydrated = useHydrated();
  const [step, setStep] = useState<'set' | 'ask' | 'changed'>('set');
  const grant = hydrated && page.screen === 'home' ? resetGrant(handed()) : undefined;
  if (grant === undefined) return <SignIn page={page} />;
  switch (step) {
    case 'set':
      return <ResetPassword page={page} grant={grant} onChanged={changed} onNewLink={() => setStep('ask')} />;
    case 'ask':
      return <ForgotPassword page={page} email={grant.email} />;
    case 'changed':
      // The link stays this page's: signed in, the visitor leaves it.
      return (
        <SignIn
          page={page}
          name={grant.email}
          leadsTo={page.area.href}
          note={
            <Message kind="success" focus>
              {account.changed()}
            </Message>
          }
        />
      );
  }

  function changed(): void {
    // The form to sign in would load somebody else's captcha here, where the address carried a code (security 5.3).
    if (isOfOthers(page.area.captcha)) location.replace(page.area.href);
    else setStep('changed');
  }
}
