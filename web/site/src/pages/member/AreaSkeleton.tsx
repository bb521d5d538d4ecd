import type { MemberPage } from '@marquee/api/schema.gen.ts';
import { type Section, sectionsOf } from '@marquee/rules/loyalty/area/sections.ts';
import { Message } from '@marquee/ui/Message/Message.tsx';
import { ClubTopSkeleton } from '../../features/club/ClubTopSkeleton.tsx';
import { useLaterMessages } from '../../state/later.ts';
import { AreaFrame } from './AreaFrame.tsx';
import css from './AreaSkeleton.module.css';
import { loadArea } from './load-area.ts';

/** Skeleton of the member area while the session is loading. Contains no member data, so the server renders it too. */
export function AreaSkeleton({ page }: { page: MemberPage }) {
  const { club } = useLaterMessages();
  const { area, screen } = page;
  const section = sectionsOf(area).find((name) => name === screen);
  const isSingleSection = section !== undefined && section !== 'home';
  return (
    <AreaFrame page={page} busy top={isSingleSection ? null : <ClubTopSkeleton />}>
      <noscript>
        <Message kind="note">{club.needsScript()}</Message>
      </noscript>
      <section ref={import.meta.env.SSR ? undefined : preloadArea}>
        <h1 className={isSingleSection ? css.head : 'sr'}>{titleOf(club, section)}</h1>
        <p className="sr">{club.loadingArea()}</p>
        <div className={css.boxes} aria-hidden="true">
          <span className={css.box} />
          <span className={css.box} />
          <span className={css.box} />
        </div>
      </section>
    </AreaFrame>
  );
}

const titleOf = (club: ReturnType<typeof useLaterMessages>['club'], section: Section | undefined): string =>
  section === undefined || section === 'home' ? club.overview() : club[section]();

/** Ref callback: preloads the member's view while the session is loading. A failed load is retried when the view is rendered. */
function preloadArea(element: HTMLElement | null): void {
  if (element !== null) void loadArea().catch(() => undefined);
}
