import type { MemberPage } from '@marquee/api/schema.gen.ts';
import type { ReactNode } from 'react';
import { SectionNav } from '../../features/club/SectionNav.tsx';
import css from './AreaFrame.module.css';

/** The frame of the member area: the sections at the side, or as tabs below `top`. `busy` marks a skeleton. */
export function AreaFrame({
  page,
  top,
  busy = false,
  children,
}: {
  page: MemberPage;
  top?: ReactNode;
  busy?: boolean;
  children: ReactNode;
}) {
  const { area, screen } = page;
  return (
    <div className="wrap">
      <div className={css.area}>
        <div className={css.aside}>
          <SectionNav area={area} screen={screen} look="side" />
        </div>
        <div className={css.body} aria-busy={busy || undefined}>
          {top}
          <SectionNav area={area} screen={screen} look="tabs" />
          {children}
        </div>
      </div>
    </div>
  );
}
