import type { MemberPage } from '@marquee/api/schema.gen.ts';
import { useHydrated } from '@marquee/ui/use-hydrated.ts';
import { SignedOutToast } from '../features/account/SignedOutToast.tsx';
import { useLaterMessages } from '../state/later.ts';
import type { Member as OpenMember } from '../state/member/member.ts';
import { memberOf } from '../state/member/open.ts';
import { MemberQueries, followTabs } from '../state/member/queries.ts';
import { viewOf } from '../state/member/screen.ts';
import { MemberProvider, useSession, useSignOutCount } from '../state/member/use-member.ts';
import { usePage } from '../state/page.ts';
import { Area } from './member/Area.tsx';
import { AreaSkeleton } from './member/AreaSkeleton.tsx';
import { Guest } from './member/Guest.tsx';

/**
 * A page of the member area. The server does not know the session: it renders the page's form for guests, or a skeleton if the page
 * has none. The browser then renders the view for the session; a form keeps its state.
 */
export function Member({ page }: { page: MemberPage }) {
  const { context, theater, messages } = usePage();
  const { account } = useLaterMessages();
  const hydrated = useHydrated();
  const member = hydrated ? openMember(page, context.theaterId ?? theater?.id) : undefined;
  const session = useSession(member);
  const signOuts = useSignOutCount(member);
  return (
    <MemberProvider value={{ area: page.area, member }}>
      <MemberQueries>{renderView(page, viewOf(page.screen, session, member !== undefined), signOuts)}</MemberQueries>
      <SignedOutToast member={member} text={account.signedOut()} closeLabel={messages.common.close()} />
    </MemberProvider>
  );
}

function openMember(page: MemberPage, theaterId: string | undefined): OpenMember {
  const member = memberOf(page.area, { theaterId });
  followTabs(member);
  return member;
}

function renderView(page: MemberPage, view: ReturnType<typeof viewOf>, signOuts: number) {
  switch (view) {
    case 'guest':
      // The key clears input from a session that has ended.
      return <Guest key={signOuts} page={page} />;
    case 'waiting':
      return <AreaSkeleton page={page} />;
    case 'member':
      return <Area page={page} />;
  }
}
