import type { BlockView, ContentPage } from '@marquee/api/schema.gen.ts';
import { cx } from '@marquee/ui/cx.ts';
import { Suspense } from 'react';
import { Block } from '../features/content/Block.tsx';
import { FilmRail } from '../features/schedule/rail/FilmRail.tsx';
import { FilmTimes } from '../features/schedule/row/FilmTimes.tsx';
import css from './Content.module.css';

/** A content page of the operator's blocks. If the first block is a hero, it becomes the heading of the page. */
export function Content({ page: { title, blocks, positions } }: { page: ContentPage }) {
  const [first, ...rest] = blocks;
  const hero = first?.type === 'hero' ? first : undefined;
  return (
    <>
      {hero === undefined ? null : <Marker position={positions?.[0]} />}
      <Head title={title} hero={hero} />
      {(hero === undefined ? blocks : rest).map((block, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- blocks have no ids and a fixed order
        <Suspense key={`${index} ${block.type}`}>
          <Marker position={positions?.[hero === undefined ? index : index + 1]} />
          <AnyBlock block={block} id={`block-${index}`} />
        </Suspense>
      ))}
    </>
  );
}

/** Stands before a block in the preview of an editor (PREV-11). */
const Marker = ({ position }: { position: number | undefined }) =>
  position === undefined ? null : <template data-block={position} />;

/** Blocks with films belong to the feature `schedule`, the others to `content`. */
function AnyBlock({ block, id }: { block: BlockView; id: string }) {
  switch (block.type) {
    case 'filmRail':
      return <FilmRail id={id} title={block.title} films={block.films} more={block.more} />;
    case 'showtimes':
      return <FilmTimes id={id} title={block.title} films={block.films} more={block.more} />;
    default:
      return <Block block={block} id={id} />;
  }
}

function Head({ title, hero }: { title: string; hero: Extract<BlockView, { type: 'hero' }> | undefined }) {
  if (hero === undefined)
    return (
      <div className={cx('wrap', css.head)}>
        <h1>{title}</h1>
      </div>
    );
  return (
    <div className={cx('wrap', css.head, css.hero)} data-brand={hero.color}>
      {hero.title === title ? null : <p className={css.over}>{title}</p>}
      <h1>{hero.title}</h1>
      {hero.text === '' ? null : <p className={css.lead}>{hero.text}</p>}
    </div>
  );
}
