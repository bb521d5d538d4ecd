import { cx } from '@marquee/ui/cx.ts';
import { Icon } from '@marquee/ui/Icon/Icon.tsx';
import css from './Heart.module.css';
import { usePage } from '../state/page.ts';

/** A heart for the watchlist. It is rendered as a link to the sign-in page; for members it becomes a switch (state/member/hearts.ts). */
export function Heart({ id, title, className }: { id: string; title: string; className?: string | undefined }) {
  const { site, messages } = usePage();
  return site.watchlist ? <HeartLink target={id} label={messages.watchlist.add({ title })} className={className} /> : null;
}

/** A heart for the favorite theaters (FAV-07). Renders nothing if the site has no favorite theaters (ROLE-07) or only one theater. */
export function TheaterHeart({ id, name, className }: { id: string; name: string; className?: string | undefined }) {
  const { site, context, messages } = usePage();
  return site.favoriteTheaters === true && !context.isSingleLocation ? (
    <HeartLink target={`theater/${id}`} label={messages.watchlist.addTheater({ name })} className={className} />
  ) : null;
}

function HeartLink({ target, label, className }: { target: string; label: string; className: string | undefined }) {
  const { site } = usePage();
  if (site.account === undefined || site.account.href === '') return null;
  return (
    <a className={cx(css.heart, className)} href={site.account.href} aria-label={label} data-heart={target}>
      <Icon name="heart" />
    </a>
  );
}
