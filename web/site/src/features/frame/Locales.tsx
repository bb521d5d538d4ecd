import { cx } from '@marquee/ui/cx.ts';
import { usePage } from '../../state/page.ts';
import css from './Locales.module.css';

/** Links to this page in the site's languages, each named in its own language. */
export function Locales({ className }: { className?: string }) {
  const { site, messages } = usePage();
  if (site.locales.length < 2) return null;
  return (
    <nav className={cx(css.locales, className)} aria-label={messages.header.language()}>
      <ul>
        {site.locales.map((item) => (
          <li key={item.locale.long}>
            <a
              href={item.href}
              hrefLang={item.locale.long}
              lang={item.locale.long}
              aria-current={item.current ? 'true' : undefined}
            >
              {item.label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
