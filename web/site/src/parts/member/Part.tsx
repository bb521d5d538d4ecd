import type { MemberPage } from '@marquee/api/schema.gen.ts';
import type { ReactNode } from 'react';
import { useLater } from '../../state/later.ts';
import css from './Part.module.css';

/** How much of a part is shown: some of it on the overview, all of it on its own page. */
export type Extent = 'overview' | 'whole';

/** A part of the member area. */
export interface PartProps {
  page: MemberPage;
  part: Extent;
}

/** Where the whole of a part is, and what the link to it says. */
export interface More {
  readonly href: string;
  readonly label: string;
  /** What it is called where the label alone says too little; else the label and the part's title. */
  readonly name?: string;
}

/** A part's section: its heading, on its own page the page's, and the link to all of it. */
export function Part({ id, title, part, more, children }: { id: string; title: string; part: Extent; more?: More | undefined; children: ReactNode }) {
  const { mine } = useLater();
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
