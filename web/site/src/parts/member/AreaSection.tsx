import type { MemberPage } from '@marquee/api/schema.gen.ts';
import type { ReactNode } from 'react';
import { useLaterMessages } from '../../state/later.ts';
import css from './AreaSection.module.css';

/** How much of a section is shown: `overview` on the overview page, `full` on its own page. */
export type SectionView = 'overview' | 'full';

/** Properties of a section of the member area. */
export interface AreaSectionProps {
  page: MemberPage;
  view: SectionView;
}

/** The link from the overview to a section's own page. */
export interface More {
  readonly href: string;
  readonly label: string;
  /** Accessible name. Default: the label and the section's title. */
  readonly name?: string;
}

/** A section of the member area, with its heading (on its own page the page's `h1`) and the link to that page. */
export function AreaSection({
  id,
  title,
  view,
  more,
  children,
}: {
  id: string;
  title: string;
  view: SectionView;
  more?: More | undefined;
  children: ReactNode;
}) {
  const { mine } = useLaterMessages();
  const Heading = view === 'full' ? 'h1' : 'h2';
  return (
    <section className={css.section} aria-labelledby={id}>
      <div className={css.head}>
        <Heading id={id} tabIndex={-1}>
          {title}
        </Heading>
        {more === undefined ? null : (
          <a className="link more" href={more.href} aria-label={more.name ?? more.label + mine.allOf({ title })}>
            {more.label}
          </a>
        )}
      </div>
      {children}
    </section>
  );
}
