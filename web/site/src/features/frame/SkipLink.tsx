import css from './SkipLink.module.css';

/** Skip link, the first focusable element of the page. */
export function SkipLink({ href, label }: { href: string; label: string }) {
  return (
    <a className={css.skip} href={href}>
      {label}
    </a>
  );
}
