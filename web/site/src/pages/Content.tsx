import type { BlockView, ContentPage } from '@marquee/api/schema.gen.ts';
import { cx } from '@marquee/ui/cx.ts';
import { Blocks } from '../features/content/Blocks.tsx';
import css from './Content.module.css';

/** A page of the operator's own blocks. A hero that opens it is its heading. */
export function Content({ page: { title, blocks } }: { page: ContentPage }) {
  const [first, ...rest] = blocks;
  const hero = first?.type === 'hero' ? first : undefined;
  return (
    <>
      <Head title={title} hero={hero} />
      <Blocks blocks={hero === undefined ? blocks : rest} />
    </>
  );
}

function Head({ title, hero }: { title: string; hero: Extract<BlockView, { type: 'hero' }> | undefined }) {
  if (hero === undefined)
    return (
      <div className={cx('wrap', css.head)}>
        <h1>{title}</h1>
      </div>
    );
  return (
    <div className={cx('wrap', css.head, css.hero)}>
      {hero.title === title ? null : <p className={css.over}>{title}</p>}
      <h1>{hero.title}</h1>
      {hero.text === '' ? null : <p className={css.lead}>{hero.text}</p>}
    </div>
  );
}
