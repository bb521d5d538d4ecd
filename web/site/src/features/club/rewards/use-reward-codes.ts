import { text } from '@marquee/rules/loyalty/calls/answers.ts';
import { useState } from 'react';
import { type RewardCodes, storeCodes, storedCodes } from '../../../state/member/reward-codes.ts';
import { useDetails } from '../../../state/member/use-member.ts';

/** The codes of the rewards that the member ordered in this tab, and how one is set; an empty code removes it. */
export function useRewardCodes(): [RewardCodes, (item: string, code: string) => void] {
  const memberId = text(useDetails()['memberId']);
  const [kept, setKept] = useState(() => ({ memberId, codes: storedCodes(memberId) }));
  // Another member has other codes.
  if (kept.memberId !== memberId) setKept({ memberId, codes: storedCodes(memberId) });
  const set = (item: string, code: string): void => {
    const others = [...kept.codes].filter(([other]) => other !== item);
    const codes: RewardCodes = new Map(code === '' ? others : [...others, [item, code]]);
    setKept({ memberId, codes });
    storeCodes(memberId, codes);
  };
  return [kept.codes, set];
}
