import type { MemberPage } from '@marquee/api/schema.gen.ts';
import type { Where } from '@marquee/rules/loyalty/calls/calls.ts';
import { usePage } from '../page.ts';
import { useMaybeMember } from './use-member.ts';

/**
 * For whom a call is made that must name a cinema (CALL-28, CALL-30): where the programme has none it is the visitor's, else the
 * first. Nothing until the browser has taken over.
 */
export function useWhere({ theaters }: MemberPage): Where | undefined {
  const member = useMaybeMember();
  const { context, theater } = usePage();
  if (member === undefined) return undefined;
  const cinemaId = [member.where.cinemaId, context.theaterId, theater?.id, theaters[0]?.id].find((id) => id !== undefined && id !== '') ?? '';
  return { ...member.where, cinemaId };
}
