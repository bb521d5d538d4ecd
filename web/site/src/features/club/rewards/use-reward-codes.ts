import { useState } from 'react';
import { type RewardCodes, storeCode, storedCodes, withValue } from '../../../state/member/reward-codes.ts';
import { useMemberDetails } from '../../../state/member/use-member.ts';

/** The codes of the rewards that the member ordered in this tab, and a function that sets one; an empty code removes it. */
export function useRewardCodes(): [RewardCodes, (item: string, code: string) => void] {
  const memberId = useMemberDetails().memberId ?? '';
  const [stored, setStored] = useState(() => ({ memberId, codes: storedCodes(memberId) }));
  // Reload after another member has signed in.
  if (stored.memberId !== memberId) setStored({ memberId, codes: storedCodes(memberId) });
  const set = (item: string, code: string): void => {
    storeCode(memberId, item, code);
    // Responses may arrive after the dialog of another reward was opened, or after another member has signed in.
    setStored((last) => (last.memberId === memberId ? { memberId, codes: withValue(last.codes, item, code) } : last));
  };
  return [stored.codes, set];
}
