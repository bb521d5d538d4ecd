import type { MemberPage } from '@marquee/api/schema.gen.ts';
import { type Section, sectionsOf } from '@marquee/rules/loyalty/area/sections.ts';
import { Fragment, type ReactNode } from 'react';
import { ClubTop } from '../../features/club/ClubTop.tsx';
import { Rewards } from '../../features/club/rewards/Rewards.tsx';
import { Vouchers } from '../../features/club/vouchers/Vouchers.tsx';
import { Cards } from '../../features/member/Cards.tsx';
import { FavoriteTheaters } from '../../features/member/FavoriteTheaters.tsx';
import { Orders } from '../../features/member/Orders.tsx';
import { Profile } from '../../features/member/Profile.tsx';
import { Watchlist } from '../../features/member/Watchlist.tsx';
import { AreaFrame } from './AreaFrame.tsx';

/** The member's view: an overview of all sections, or one section in full. */
export function AreaBody({ page }: { page: MemberPage }) {
  const { area, screen } = page;
  const sections = sectionsOf(area);
  // The page of a section that the site does not have shows the overview.
  const current = sections.find((section) => section === screen && section !== 'home');
  if (current !== undefined)
    return (
      <AreaFrame page={page}>
        <FocusHeading>{sectionOf(current, page, 'full')}</FocusHeading>
      </AreaFrame>
    );
  return (
    <AreaFrame page={page} top={<ClubTop page={page} head={focusHeading} />}>
      {sections.map((section) => (
        <Fragment key={section}>{sectionOf(section, page, 'overview')}</Fragment>
      ))}
    </AreaFrame>
  );
}

function sectionOf(section: Section, page: MemberPage, view: 'overview' | 'full'): ReactNode {
  switch (section) {
    case 'rewards':
      return <Rewards page={page} view={view} />;
    case 'vouchers':
      return <Vouchers page={page} view={view} />;
    case 'watchlist':
      return <Watchlist page={page} view={view} />;
    case 'theaters':
      return <FavoriteTheaters page={page} view={view} />;
    case 'orders':
      return <Orders page={page} view={view} />;
    case 'cards':
      return <Cards page={page} view={view} />;
    case 'profile':
      return <Profile page={page} view={view} />;
    // The overview has no section of its own.
    case 'home':
      return null;
  }
}

/** Moves the focus to the heading of the section that it contains. */
function FocusHeading({ children }: { children: ReactNode }) {
  return <div ref={focusHeadingIn}>{children}</div>;
}

const focusHeadingIn = (container: HTMLElement | null): void => focusHeading(container?.querySelector('h1') ?? null);

/** After a sign-in on this page, moves the focus from the removed form to the new heading. Does nothing after a page load. */
function focusHeading(heading: HTMLElement | null): void {
  const { activeElement } = document;
  const isFocusLost = activeElement === document.body || activeElement?.id === 'main';
  if (heading === null || !isFocusLost || !navigator.userActivation?.hasBeenActive) return;
  heading.tabIndex = -1;
  heading.focus();
}
