import type { CardItem } from '@marquee/api/schema.gen.ts';
import { cx } from '@marquee/ui/cx.ts';
import { Picture, type Loading } from '@marquee/ui/Picture/Picture.tsx';
import { POSTER_SIZES } from '../../../state/lead-picture.ts';
import { pictureSource } from '../../../state/media.ts';
import { usePage } from '../../../state/page.tsx';
import css from './Poster.module.css';

/** A film's poster in its 2:3 box; without a picture a tile with the title. It stands beside its title, so it is silent. */
export function Poster({
  film,
  loading,
  sizes = POSTER_SIZES,
  className,
}: {
  film: CardItem;
  loading: Loading;
  sizes?: string;
  className?: string | undefined;
}) {
  const { site } = usePage();
  const name = cx(css.poster, className);
  if (film.poster === undefined)
    return (
      <span className={cx(name, css.tile)} aria-hidden="true">
        <span>{film.title}</span>
      </span>
    );
  return <Picture className={name} source={pictureSource(site.key, film.poster, 'poster')} sizes={sizes} loading={loading} />;
}
