import type { MemberPage } from '@marquee/api/schema.gen.ts';
import type { ReactNode } from 'react';
import { useLaterMessages } from '../../state/later.ts';
import css from './Part.module.css';

/** How much of a part is shown: `overview` on the overview page, `whole` on its own page. */
export type Extent = 'overview' | 'whole';

/** Properties of a part of the member area. */
export interface MemberPartProps {
  page: MemberPage;
  part: Extent;
}

/** The link from the overview to a part's own page. */
export interface More {
  readonly href: string;
  readonly label: string;
  /** Accessible name. Default: the label and the part's title. */
  readonly name?: string;
}

/** The section of a part, with its heading (on its own page the page's `h1`) and the link to that page. */
export function Part({
  id,
  title,
  part,
  more,
  children,
}: {
  id: string;
  title: string;
  part: Extent;
  more?: More | undefined;
  children: ReactNode;
}) {
  const { mine } = useLaterMessages();
  const Heading = part === 'whole' ? 'h1' : 'h2';
  return (
    <section className={css.part} aria-labelledby={id}>
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
