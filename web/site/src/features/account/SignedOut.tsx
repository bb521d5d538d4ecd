import { Toast } from '@marquee/ui/Toast/Toast.tsx';
import { useSyncExternalStore } from 'react';
import type { Member } from '../../state/member/member.ts';

const never = () => () => {};

/** The notice that the visitor is signed out, on this page or in another tab. Its live region must be on the page before its text. */
export function SignedOut({ member, text, closeLabel }: { member: Member | undefined; text: string; closeLabel: string }) {
  const signOuts = member?.signedOutNotice;
  const isShown = useSyncExternalStore(
    signOuts?.subscribe ?? never,
    () => signOuts?.get() ?? false,
    () => false,
  );
  return <Toast message={isShown ? text : undefined} closeLabel={closeLabel} onClose={() => signOuts?.set(false)} />;
}
