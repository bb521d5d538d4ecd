import { buttonClass } from '@marquee/ui/Button/look.tsx';
import type { MouseEvent } from 'react';
import { useLaterMessages } from '../../../state/later.ts';
import { signOut } from '../../../state/member/sign-out.ts';
import { useMember } from '../../../state/member/use-member.ts';

/** Link that signs out (LINK-05, SESS-32). */
export function SignOut() {
  const { mine } = useLaterMessages();
  const member = useMember();
  const handleClick = (event: MouseEvent): void => {
    event.preventDefault();
    void signOut(member);
  };
  return (
    <a className={buttonClass({ kind: 'line', size: 's' })} href="#loyalty-logout" onClick={handleClick}>
      {mine.signOut()}
    </a>
  );
}
