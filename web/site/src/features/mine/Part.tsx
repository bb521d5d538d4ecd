import type { MemberPage } from '@marquee/api/schema.gen.ts';
import type { ReactNode } from 'react';
import { useLater } from '../../state/later.tsx';
import css from './Part.module.css';

/** A part of the member area: some of it on the overview, all of it on its own page. */
export interface PartProps {
  page: MemberPage;
  part: 'overview' | 'whole';
}

/** Where the whole of a part is, and what the link to it says. */
export interface More {
  readonly href: string;
  readonly label: string;
}

/** A part's section: its heading, on its own page the page's, and the link to all of it. */
export function Part({ id, title, part, more, children }: { id: string; title: string; part: PartProps['part']; more?: More | undefined; children: ReactNode }) {
  const { mine } = useLater();
  const Heading = part === 'whole' ? 'h1' : 'h2';
  return (
    <section className={css.part} aria-labelledby={id}>
      <div className={css.head}>
        <Heading id={id} tabIndex={-1}>
          {title}
        </Heading>
        {more === undefined ? null : (
          <a className="link" href={more.href} aria-label={more.label + mine.allOf({ title })}>
            {more.label}
          </a>
        )}
      </div>
      {children}
    </section>
  );
}

/** What was there is gone, and the focus with it: the heading takes it. */
export function focusHeading(id: string): void {
  document.getElementById(id)?.focus();
}

/** What a failure is about takes the focus, the first of what `selector` finds; it is there with the next frame only. */
export function focusSoon(selector: string): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>(selector)?.focus());
}
