import type { MemberSectionPart } from './part.ts';
import css from './SectionHead.module.css';

/** The heading of a section: of the page where it is whole. In the overview a link leads to all of it. */
export function SectionHead({ id, title, part, more }: { id: string; title: string; part: MemberSectionPart; more?: { label: string; name: string; href: string } | undefined }) {
  return (
    <div className={css.head}>
      {part === 'whole' ? (
        <h1 id={id} className={css.whole} tabIndex={-1}>
          {title}
        </h1>
      ) : (
        <h2 id={id}>{title}</h2>
      )}
      {more === undefined ? null : (
        <a className="link" href={more.href} aria-label={more.name}>
          {more.label}
        </a>
      )}
    </div>
  );
}
