import { cx } from '@marquee/ui/cx.ts';
import { logoSource } from '../../state/media.ts';
import { usePage } from '../../state/page.ts';
import css from './Logo.module.css';

/**
 * Link to the home page: the logo, or the site's name in the heading font. Both are rendered; the stylesheet shows the one that
 * is legible on the background (see logo-tone.ts).
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
