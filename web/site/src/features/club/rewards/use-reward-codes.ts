import { useState } from 'react';
import { type RewardCodes, storeCodes, storedCodes } from '../../../state/member/reward-codes.ts';
import { useMemberDetails } from '../../../state/member/use-member.ts';

/** The codes of the rewards that the member ordered in this tab, and a function that sets one; an empty code removes it. */
export function useRewardCodes(): [RewardCodes, (item: string, code: string) => void] {
  const memberId = useMemberDetails().memberId ?? '';
  const [stored, setStored] = useState(() => ({ memberId, codes: storedCodes(memberId) }));
  // Reload after another member has signed in.
  if (stored.memberId !== memberId) setStored({ memberId, codes: storedCodes(memberId) });
  const set = (item: string, code: string): void => {
    const others = [...stored.codes].filter(([other]) => other !== item);
    const codes: RewardCodes = new Map(code === '' ? others : [...others, [item, code]]);
    setStored({ memberId, codes });
    storeCodes(memberId, codes);
  };
  return [stored.codes, set];
}
