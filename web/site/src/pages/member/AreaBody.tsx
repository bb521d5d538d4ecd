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

/** What a member sees: all sections in short, or one of them whole. */
export function AreaBody({ page }: { page: MemberPage }) {
  const { area, screen } = page;
  const sections = sectionsOf(area);
  // A page of a section that the site lacks shows the others.
  const whole = sections.find((section) => section === screen && section !== 'home');
  if (whole !== undefined)
    return (
      <AreaFrame page={page}>
        <Arrival>{sectionOf(whole, page, 'whole')}</Arrival>
      </AreaFrame>
    );
  return (
    <AreaFrame page={page} top={<ClubTop page={page} head={arrive} />}>
      {sections.map((section) => (
        <Fragment key={section}>{sectionOf(section, page, 'overview')}</Fragment>
      ))}
    </AreaFrame>
  );
}

function sectionOf(section: Section, page: MemberPage, part: 'overview' | 'whole'): ReactNode {
  switch (section) {
    case 'rewards':
      return <Rewards page={page} part={part} />;
    case 'vouchers':
      return <Vouchers page={page} part={part} />;
    case 'watchlist':
      return <Watchlist page={page} part={part} />;
    case 'theaters':
      return <FavoriteTheaters page={page} part={part} />;
    case 'orders':
      return <Orders page={page} part={part} />;
    case 'cards':
      return <Cards page={page} part={part} />;
    case 'profile':
      return <Profile page={page} part={part} />;
    // The overview has no section of its own.
    case 'home':
      return null;
  }
}

/** Finds the heading of a section that it does not know, for the focus. */
function Arrival({ children }: { children: ReactNode }) {
  return <div ref={arriveIn}>{children}</div>;
}

const arriveIn = (place: HTMLElement | null): void => arrive(place?.querySelector('h1') ?? null);

/**
 * Whoever signed in here has left the focus on a form that is gone: it goes from the page to the heading of what came
 * instead. A page that was opened keeps its focus, as pages do.
 */
function arrive(heading: HTMLElement | null): void {
  const { activeElement } = document;
  const isLost = activeElement === document.body || activeElement?.id === 'main';
  if (heading === null || !isLost || !navigator.userActivation?.hasBeenActive) return;
  heading.tabIndex = -1;
  heading.focus();
}
