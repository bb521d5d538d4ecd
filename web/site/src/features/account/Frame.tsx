import type { MemberPage } from '@marquee/api/schema.gen.ts';
import { cx } from '@marquee/ui/cx.ts';
import { Picture } from '@marquee/ui/Picture/Picture.tsx';
import type { ReactNode } from 'react';
import { pictureSource } from '../../state/media.ts';
import { usePage } from '../../state/page.tsx';
import css from './Frame.module.css';

/** A form for guests, beside the page's picture where there is room. `say` stands on a picture in dark looks. */
export function Frame({ page, title, lead, say, children }: { page: MemberPage; title: string; lead?: ReactNode; say: string; children: ReactNode }) {
  const { site } = usePage();
  return (
    <div className={cx(css.frame, page.picture !== undefined && css.split)}>
      <div className={css.column}>
        <h1>{title}</h1>
        {lead ? <p className={css.lead}>{lead}</p> : null}
        {children}
      </div>
      {page.picture === undefined ? null : (
        <div className={css.side} aria-hidden="true">
          <Picture source={pictureSource(site.key, page.picture, 'wide')} sizes="(min-width: 1024px) 50vw, 1px" />
          {say === '' ? null : <p>{say}</p>}
        </div>
      )}
    </div>
  );
}
