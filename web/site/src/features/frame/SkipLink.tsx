import css from './SkipLink.module.css';

/** The first stop of the keyboard. */
export function SkipLink({ href, label }: { href: string; label: string }) {
  return (
    <a className={css.skip} href={href}>
      {label}
    </a>
  );
}
