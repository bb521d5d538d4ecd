import type { Picture as PagePicture } from '@marquee/api/schema.gen.ts';
import { cx } from '@marquee/ui/cx.ts';
import { Picture, type Loading } from '@marquee/ui/Picture/Picture.tsx';
import type { ReactNode } from 'react';
import { pictureSource } from '../state/media.ts';
import { usePage } from '../state/page.ts';
import css from './Poster.module.css';

/** A decorative poster in a box of 2:3. Without a picture the box shows `children`. */
export function Poster({
  picture,
  sizes,
  loading,
  className,
  children,
}: {
  picture: PagePicture | undefined;
  sizes: string;
  loading?: Loading;
  className?: string | undefined;
  children?: ReactNode;
}) {
  const { site } = usePage();
  const name = cx(css.poster, className);
  if (picture === undefined)
    return (
      <span className={name} aria-hidden="true">
        {children}
      </span>
    );
  return <Picture className={name} source={pictureSource(site.key, picture, 'poster')} sizes={sizes} loading={loading ?? 'lazy'} />;
}
