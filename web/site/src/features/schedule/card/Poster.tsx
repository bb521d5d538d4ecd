import type { CardItem } from '@marquee/api/schema.gen.ts';
import { cx } from '@marquee/ui/cx.ts';
import type { Loading } from '@marquee/ui/Picture/Picture.tsx';
import { POSTER_SIZES } from '../../../state/lead-picture.ts';
import { Poster as PosterBox } from '../../../parts/Poster.tsx';
import css from './Poster.module.css';

/** A film's poster, or a tile with the title if it has none. */
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
  return (
    <PosterBox
      picture={film.poster}
      sizes={sizes}
      loading={loading}
      className={cx(className, film.poster === undefined && css.tile)}
    >
      <span>{film.title}</span>
    </PosterBox>
  );
}
