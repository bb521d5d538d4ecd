import { cx } from '@marquee/ui/cx.ts';
import { logoSource } from '../../state/media.ts';
import { usePage } from '../../state/page.ts';
import css from './Logo.module.css';

/**
 * The name of the house, as its logo or set in the heading font; leads home. Both are there, and the stylesheet shows
 * the one that fits the ground (see logo-tone.ts).
 */
export function Logo({ place, className }: { place: 'header' | 'menu' | 'footer'; className?: string | undefined }) {
  const { site } = usePage();
  const name = site.logoName ?? site.name;
  if (site.logo === undefined)
    return (
      <a className={cx(css.logo, css.words, className)} href={site.homeHref}>
        {name}
      </a>
    );
  const { webp, src, width, height } = logoSource(site.key, site.logo, site.logoSize);
  return (
    <a className={cx(css.logo, css[place], className)} href={site.homeHref}>
      <picture>
        <source type="image/webp" srcSet={webp} />
        <img src={src} width={width} height={height} alt={name} />
      </picture>
      <span className={css.words}>{name}</span>
    </a>
  );
}
