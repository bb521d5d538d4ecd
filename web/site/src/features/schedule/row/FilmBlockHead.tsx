import type { Link } from '@marquee/api/schema.gen.ts';
import { Anchor } from '@marquee/ui/Anchor/Anchor.tsx';
import type { ReactNode } from 'react';
import { usePage } from '../../../state/page.ts';
import css from './FilmBlockHead.module.css';

/** The heading of a block of films, with a link to more of them if `more` has an address. */
export function FilmBlockHead({ id, title, more, children }: { id: string; title: string; more: Link; children?: ReactNode }) {
  const { messages } = usePage();
  return (
    <div className={css.head}>
      <h2 id={id}>{title}</h2>
      {more.href === '' ? null : <Anchor link={more} windowLabel={messages.common.opensInNewWindow} className="link" />}
      {children}
    </div>
  );
}
