import type { MemberPage } from '@marquee/api/schema.gen.ts';
import { useMember } from '../../../state/member/use-member.ts';
import { usePage } from '../../../state/page.tsx';

/** The cinema whose vouchers are sold: a call for them names one (CALL-27). Where the programme has none it is the visitor's, else the first. */
export function useCinema({ theaters }: MemberPage): string {
  const { where } = useMember();
  const { context, theater } = usePage();
  return [where.cinemaId, context.theaterId, theater?.id, theaters[0]?.id].find((id) => id !== undefined && id !== '') ?? '';
}
