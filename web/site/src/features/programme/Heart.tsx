import { cx } from '@marquee/ui/cx.ts';
import { Icon } from '@marquee/ui/Icon/Icon.tsx';
import { usePage } from '../../state/page.tsx';
import css from './Heart.module.css';

/** Puts a film on the watchlist. A page is the same for everyone, so for now it leads to the account page. */
export function Heart({ title, className }: { title: string; className?: string | undefined }) {
  const { site, m } = usePage();
  if (!site.watchlist || site.account === undefined || site.account.href === '') return null;
  return (
    <a className={cx(css.heart, className)} href={site.account.href} aria-label={m.watchlist.add({ title })}>
      <Icon name="heart" />
    </a>
  );
}
