import css from './SectionHead.module.css';

/** A section's heading, with an optional link to the full list. */
export function SectionHead({ id, title, more, href }: { id: string; title: string; more?: string; href?: string }) {
  return (
    <div className={css.head}>
      <h2 id={id}>{title}</h2>
      {more === undefined || href === undefined ? null : (
        <a className="link more" href={href}>
          {more}
        </a>
      )}
    </div>
  );
}
