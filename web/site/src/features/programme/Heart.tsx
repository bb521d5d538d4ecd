import { cx } from '@marquee/ui/cx.ts';
import { Icon } from '@marquee/ui/Icon/Icon.tsx';
import { usePage } from '../../state/page.tsx';
import css from './Heart.module.css';

/** Puts a film on the watchlist: a link to sign in, the same for everybody, until a member presses it (state/member/hearts.ts). */
export function Heart({ id, title, className }: { id: string; title: string; className?: string | undefined }) {
  const { site, m } = usePage();
  if (!site.watchlist || site.account === undefined || site.account.href === '') return null;
  return (
    <a className={cx(css.heart, className)} href={site.account.href} aria-label={m.watchlist.add({ title })} data-heart={id}>
      <Icon name="heart" />
    </a>
  );
}
