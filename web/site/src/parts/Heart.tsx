import { cx } from '@marquee/ui/cx.ts';
import { Icon } from '@marquee/ui/Icon/Icon.tsx';
import css from './Heart.module.css';
import { usePage } from '../state/page.ts';

/** Puts a film on the watchlist: a link to sign in, the same for everybody, until a member presses it (state/member/hearts.ts). */
export function Heart({ id, title, className }: { id: string; title: string; className?: string | undefined }) {
  const { site, m } = usePage();
  return site.watchlist ? <HeartLink of={id} label={m.watchlist.add({ title })} className={className} /> : null;
}

/** Puts a theater among the favorites, in the same way (FAV-07); where favorites cannot be had there is none (ROLE-07). */
export function TheaterHeart({ id, name, className }: { id: string; name: string; className?: string | undefined }) {
  const { site, context, m } = usePage();
  // With one theater there is nothing to choose.
  return site.favoriteTheaters === true && !context.isSingleLocation ? <HeartLink of={`theater/${id}`} label={m.watchlist.addTheater({ name })} className={className} /> : null;
}

function HeartLink({ of, label, className }: { of: string; label: string; className: string | undefined }) {
  const { site } = usePage();
  if (site.account === undefined || site.account.href === '') return null;
  return (
    <a className={cx(css.heart, className)} href={site.account.href} aria-label={label} data-heart={of}>
      <Icon name="heart" />
    </a>
  );
}
