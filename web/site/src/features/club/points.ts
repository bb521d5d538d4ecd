import type { MemberDetails } from '@marquee/rules/loyalty/answers.ts';
import { type Balance, shownBalances } from '@marquee/rules/loyalty/choices.ts';
import type { LaterMessages } from '../../messages/messages.ts';
import type { Formats } from '../../state/member/formats.ts';

/** The balance that rewards are paid with. */
export const POINTS = 'POINTS';

/** The points of a member; none where the service tells of none. */
export const pointsOf = (member: MemberDetails): number => shownBalances(member, [POINTS])[0]?.amount ?? 0;

/** What a balance is counted in: points have a word in the site's language, anything else its own name. */
export const unitOf = ({ club }: LaterMessages, { balanceType, name, amount }: Balance): string =>
  balanceType === POINTS ? club.pointsUnit({ count: amount }) : name === '' ? balanceType : name;

/** Points in words, such as `840 points`. */
export const pointsText = ({ club }: LaterMessages, formats: Formats, count: number): string => club.pointsCost({ count, amount: formats.number(count) });
