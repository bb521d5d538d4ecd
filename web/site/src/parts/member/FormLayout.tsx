import type { MemberPage, Picture as PagePicture } from '@marquee/api/schema.gen.ts';
import { cx } from '@marquee/ui/cx.ts';
import { Picture } from '@marquee/ui/Picture/Picture.tsx';
import type { ReactNode } from 'react';
import { pictureSource } from '../../state/media.ts';
import { usePage } from '../../state/page.ts';
import css from './FormLayout.module.css';

/** The layout of a form for guests, beside the page's picture on wide screens. `caption` is a text on the picture. */
export function FormLayout({
  page,
  title,
  lead,
  caption,
  children,
}: {
  page: MemberPage;
  title: string;
  lead?: ReactNode;
  caption: string;
  children: ReactNode;
}) {
  const { site } = usePage();
  const { picture } = page;
  return (
    <div className={cx(css.layout, picture !== undefined && css.split)} data-flush={picture === undefined ? undefined : ''}>
      <div className={css.column}>
        <h1>{title}</h1>
        {lead ? <p className={css.lead}>{lead}</p> : null}
        {children}
      </div>
      {picture === undefined ? null : (
        <div className={css.side} aria-hidden="true">
          <Picture source={pictureSource(site.key, picture, 'wide')} sizes={sizesOf(picture)} loading="eager" />
          {caption === '' ? null : <p>{caption}</p>}
        </div>
      )}
    </div>
  );
}

/** The picture covers half of the page's width and the full height. It is hidden on phones. */
const sizesOf = ({ w, h }: PagePicture): string =>
  `(min-width: 1024px) max(50vw, ${Math.round((100 * w) / Math.max(h, 1))}vh), 1px`;
