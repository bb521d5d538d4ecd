import type { MemberPage } from '@marquee/api/schema.gen.ts';
import { type Section, sectionsOf } from '@marquee/rules/loyalty/area/sections.ts';
import { Message } from '@marquee/ui/Message/Message.tsx';
import { ClubTopSkeleton } from '../../features/club/ClubTopSkeleton.tsx';
import { useLater } from '../../state/later.ts';
import { AreaFrame } from './AreaFrame.tsx';
import css from './AreaSkeleton.module.css';
import { loadArea } from './load-area.ts';

/** The frame of the member area while nobody knows yet who looks. Nothing in it is a member's, so the server writes it too. */
export function AreaSkeleton({ page }: { page: MemberPage }) {
  const { club } = useLater();
  const { area, screen } = page;
  const section = sectionsOf(area).find((one) => one === screen);
  const isWhole = section !== undefined && section !== 'home';
  return (
    <AreaFrame page={page} busy top={isWhole ? null : <ClubTopSkeleton />}>
      <noscript>
        <Message kind="note">{club.needsScript()}</Message>
      </noscript>
      <section ref={import.meta.env.SSR ? undefined : early}>
        <h1 className={isWhole ? css.head : 'sr'}>{titleOf(club, section)}</h1>
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

const titleOf = (club: ReturnType<typeof useLater>['club'], section: Section | undefined): string => (section === undefined || section === 'home' ? club.overview() : club[section]());

/** Asks for what comes after it while the session is looked into. What fails is asked for again when it is needed. */
function early(element: HTMLElement | null): void {
  if (element !== null) void loadArea().catch(() => undefined);
}
