import type { MemberPage, Picture as PagePicture } from '@marquee/api/schema.gen.ts';
import { cx } from '@marquee/ui/cx.ts';
import { Picture } from '@marquee/ui/Picture/Picture.tsx';
import type { ReactNode } from 'react';
import { pictureSource } from '../../state/media.ts';
import { usePage } from '../../state/page.ts';
import css from './Frame.module.css';

/** A form for guests, beside the page's picture where there is room. `say` stands on a picture in dark looks. */
export function Frame({ page, title, lead, say, children }: { page: MemberPage; title: string; lead?: ReactNode; say: string; children: ReactNode }) {
  const { site } = usePage();
  const { picture } = page;
  return (
    <div className={cx(css.frame, picture !== undefined && css.split)} data-flush={picture === undefined ? undefined : ''}>
      <div className={css.column}>
        <h1>{title}</h1>
        {lead ? <p className={css.lead}>{lead}</p> : null}
        {children}
      </div>
      {picture === undefined ? null : (
        <div className={css.side} aria-hidden="true">
          <Picture source={pictureSource(site.key, picture, 'wide')} sizes={sizesOf(picture)} loading="eager" />
          {say === '' ? null : <p>{say}</p>}
        </div>
      )}
    </div>
  );
}

/** It fills half the page's width and all its height, so it stands as wide as the one or the other asks for. Phones have none. */
const sizesOf = ({ w, h }: PagePicture): string => `(min-width: 1024px) max(50vw, ${Math.round((100 * w) / Math.max(h, 1))}vh), 1px`;
