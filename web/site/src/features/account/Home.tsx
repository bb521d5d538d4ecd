import type { MemberPage } from '@marquee/api/schema.gen.ts';
import { isThirdParty } from '@marquee/rules/loyalty/account/captcha.ts';
import { resetGrant } from '@marquee/rules/loyalty/account/reset-link.ts';
import { Message } from '@marquee/ui/Message/Message.tsx';
import { useHydrated } from '@marquee/ui/use-hydrated.ts';
import { useState } from 'react';
import { secretParameters } from '../../state/member/secret-parameters.ts';
import { useLaterMessages } from '../../state/later.ts';
import { ForgotPassword } from './ForgotPassword.tsx';
import { ResetPassword } from './ResetPassword.tsx';
import { SignIn } from './SignIn.tsx';

/** The sign-in form, or the form for a new password if the visitor followed a reset link. Only the browser reads the reset link. */
export function Home({ page }: { page: MemberPage }) {
  const { account } = useLaterMessages();
  const hydrated = useHydrated();
  const [step, setStep] = useState<'set' | 'request' | 'changed'>('set');
  const grant = hydrated && page.screen === 'home' ? resetGrant(secretParameters()) : undefined;
  if (grant === undefined) return <SignIn page={page} />;
  switch (step) {
    case 'set':
      return <ResetPassword page={page} grant={grant} onChanged={changed} onNewLink={() => setStep('request')} />;
    case 'request':
      return <ForgotPassword page={page} email={grant.email} />;
    case 'changed':
      // The reset link is still in this page's address, so signing in leads to another address.
      return (
        <SignIn
          page={page}
          name={grant.email}
          afterSignInHref={page.area.href}
          note={
            <Message kind="success" focus>
              {account.changed()}
            </Message>
          }
        />
      );
  }

  function changed(): void {
    // The sign-in form would load a third party's captcha on a page whose address carried a reset code (security 5.3).
    if (isThirdParty(page.area.captcha)) location.replace(page.area.href);
    else setStep('changed');
  }
}
