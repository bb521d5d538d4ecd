import { Toast } from '@marquee/ui/Toast/Toast.tsx';
import { useSyncExternalStore } from 'react';
import type { Member } from '../../state/member/member.ts';

const noSubscription = () => () => {};

/** Notice that the visitor was signed out, on this page or in another tab. Render it before the notice is due: screen readers announce only changes of a live region. */
export function SignedOutToast({ member, text, closeLabel }: { member: Member | undefined; text: string; closeLabel: string }) {
  const notice = member?.signedOutNotice;
  const isShown = useSyncExternalStore(
    notice?.subscribe ?? noSubscription,
    () => notice?.get() ?? false,
    () => false,
  );
  return <Toast message={isShown ? text : undefined} closeLabel={closeLabel} onClose={() => notice?.set(false)} />;
}
