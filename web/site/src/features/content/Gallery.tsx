import type { Picture as PictureData } from '@marquee/api/schema.gen.ts';
import { Picture } from '@marquee/ui/Picture/Picture.tsx';
import { pictureSource } from '../../state/media.ts';
import { usePage } from '../../state/page.ts';
import css from './Gallery.module.css';

const SIZES = '(min-width: 1280px) 560px, (min-width: 640px) 50vw, calc(100vw - 40px)';

/** Pictures in a grid. The alternative text of a picture is also its visible caption. */
export function Gallery({
  id,
  title,
  pictures,
}: {
  id: string;
  title: string;
  pictures: readonly (readonly [PictureData, string])[];
}) {
  const { site } = usePage();
  return (
    <section className="wrap" aria-labelledby={title === '' ? undefined : id}>
      <div className={css.block}>
        {title === '' ? null : <h2 id={id}>{title}</h2>}
        <ul className={css.gallery}>
          {pictures.map(([picture, alt], index) => (
            // oxlint-disable-next-line react/no-array-index-key -- a picture may occur twice, and the order is fixed
            <li key={index}>
              <figure>
                <Picture source={pictureSource(site.key, picture, 'wide')} sizes={SIZES} alt={alt} className={css.picture} />
                {alt === '' ? null : <figcaption aria-hidden="true">{alt}</figcaption>}
              </figure>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
