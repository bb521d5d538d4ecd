import type { MemberPage } from '@marquee/api/schema.gen.ts';
import type { CallContext } from '@marquee/api/call.ts';
import { usePage } from '../page.ts';
import { useMaybeMember } from './use-member.ts';

/**
 * The circuit and cinema for calls that need a cinema (CALL-28, CALL-30). If the settings have no cinema, it is the one that the visitor
 * selected, else the page's, else the first. Undefined on the server and while hydrating.
 */
export function useCallContext({ theaters }: MemberPage): CallContext | undefined {
  const member = useMaybeMember();
  const { context, theater } = usePage();
  if (member === undefined) return undefined;
  const cinemaId =
    [member.context.cinemaId, context.theaterId, theater?.id, theaters[0]?.id].find((id) => id !== undefined && id !== '') ?? '';
  return { ...member.context, cinemaId };
}
