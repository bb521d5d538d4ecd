import type { MemberPage } from '@marquee/api/schema.gen.ts';
import { useHydrated } from '@marquee/ui/use-hydrated.ts';
import { memberOf } from '../state/member/open.ts';
import { MemberQueries } from '../state/member/queries.tsx';
import { viewOf } from '../state/member/screen.ts';
import { HereProvider, useSession } from '../state/member/use-member.ts';
import { usePage } from '../state/page.tsx';
import { Area } from './member/Area.tsx';
import { AreaSkeleton } from './member/AreaSkeleton.tsx';
import { Guest } from './member/Guest.tsx';

/**
 * A page of the member area. The server knows nobody: it renders the form where a page has one, and the frame of what belongs to
 * members elsewhere. The browser then shows what the session says; a form that was there stays as it is.
 */
export function Member({ page }: { page: MemberPage }) {
  const { context, theater } = usePage();
  const hydrated = useHydrated();
  const member = hydrated ? memberOf(page.area, { theaterId: context.theaterId ?? theater?.id }) : undefined;
  const session = useSession(member);
  return (
    <HereProvider value={{ area: page.area, member }}>
      <MemberQueries>{shown(page, viewOf(page.screen, session, member !== undefined))}</MemberQueries>
    </HereProvider>
  );
}

function shown(page: MemberPage, view: ReturnType<typeof viewOf>) {
  switch (view) {
    case 'guest':
      return <Guest page={page} />;
    case 'waiting':
      return <AreaSkeleton page={page} />;
    case 'member':
      return <Area page={page} />;
  }
}
