import type { ContentPage } from '@marquee/api/schema.gen.ts';
import { cx } from '@marquee/ui/cx.ts';
import { Blocks } from '../features/content/Blocks.tsx';
import css from './Content.module.css';

/** A page of the operator's own blocks. */
export function Content({ page }: { page: ContentPage }) {
  return (
    <>
      <div className={cx('wrap', css.head)}>
        <h1>{page.title}</h1>
      </div>
      <Blocks blocks={page.blocks} />
    </>
  );
}
