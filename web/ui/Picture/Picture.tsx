import type { ReactElement } from 'react';

/** Where the renditions of a picture are; made by the product, which knows its addresses. */
export interface PictureSource {
  avif: string;
  webp: string;
  /** The one address for browsers that know neither format. */
  src: string;
  /** Size of the box the renditions fill, in px: only their ratio matters. */
  width: number;
  height: number;
}

/** How urgent a picture is: `first` is the one picture of a page that is preloaded. */
export type Loading = 'first' | 'eager' | 'lazy';

/** A picture in three formats. The box around it gives size, shape and placeholder colour. */
export function Picture({
  source,
  sizes,
  alt = '',
  loading = 'lazy',
  className,
}: {
  source: PictureSource;
  sizes: string;
  alt?: string;
  loading?: Loading;
  className?: string | undefined;
}): ReactElement {
  return (
    <picture className={className}>
      <source type="image/avif" srcSet={source.avif} sizes={sizes} />
      <source type="image/webp" srcSet={source.webp} sizes={sizes} />
      <img
        src={source.src}
        width={source.width}
        height={source.height}
        alt={alt}
        loading={loading === 'lazy' ? 'lazy' : undefined}
        fetchPriority={loading === 'first' ? 'high' : undefined}
      />
    </picture>
  );
}
