import { cx } from '@marquee/ui/cx.ts';
import { usePage } from '../../state/page.ts';
import css from './Locales.module.css';

/** This page in the site's other languages, each named in itself. */
export function Locales({ className }: { className?: string }) {
  const { site, m } = usePage();
  if (site.locales.length < 2) return null;
  return (
    <nav className={cx(css.locales, className)} aria-label={m.header.language()}>
      <ul>
        {site.locales.map((one) => (
          <li key={one.locale.long}>
            <a
              href={one.href}
              hrefLang={one.locale.long.replace('_', '-')}
              lang={one.locale.long.replace('_', '-')}
              aria-current={one.current ? 'true' : undefined}
            >
              {one.label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
