import type { ReactElement } from 'react';

/** The addresses of a picture's renditions. */
export interface PictureSource {
  /** `srcset` in AVIF. */
  avif: string;
  /** `srcset` in WebP. */
  webp: string;
  /** The address for browsers that support neither format. */
  src: string;
  /** Size of the box in px; only the ratio matters. */
  width: number;
  height: number;
}

/** Loading priority: `first` is the page's preloaded picture. */
export type Loading = 'first' | 'eager' | 'lazy';

/** A picture in three formats. Its box determines size, shape and placeholder color. */
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
