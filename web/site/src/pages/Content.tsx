import type { BlockSettings, BlockView, ContentPage } from '@marquee/api/schema.gen.ts';
import { cx } from '@marquee/ui/cx.ts';
import { type ReactNode, Suspense } from 'react';
import { Block } from '../features/content/Block.tsx';
import { FilmRail } from '../features/schedule/rail/FilmRail.tsx';
import { FilmTimes } from '../features/schedule/row/FilmTimes.tsx';
import css from './Content.module.css';

/** A content page of the operator's blocks. If the first block is a hero, it becomes the heading of the page. */
export function Content({ page: { title, blocks, positions, settings } }: { page: ContentPage }) {
  const [first, ...rest] = blocks;
  const hero = first?.type === 'hero' ? first : undefined;
  return (
    <>
      {hero === undefined ? null : <Marker position={positions?.[0]} />}
      <Head title={title} hero={hero} anchor={hero && settings?.[0]?.anchor} />
      {(hero === undefined ? blocks : rest).map((block, index) => {
        const place = hero === undefined ? index : index + 1;
        return (
          // oxlint-disable-next-line react/no-array-index-key -- blocks have no ids and a fixed order
          <Suspense key={`${index} ${block.type}`}>
            <Marker position={positions?.[place]} />
            <Framed settings={settings?.[place]}>
              <AnyBlock block={block} id={`block-${index}`} isWide={settings?.[place]?.width !== undefined} />
            </Framed>
          </Suspense>
        );
      })}
    </>
  );
}

/** Stands before a block in the preview of an editor (PREV-11). */
const Marker = ({ position }: { position: number | undefined }) =>
  position === undefined ? null : <template data-block={position} />;

/** A block with settings is in an element that has them as attributes, for the styles of the page (PAGE-15). */
function Framed({ settings, children }: { settings: BlockSettings | undefined; children: ReactNode }) {
  if (settings === undefined) return children;
  const { anchor, background, hiddenOnPhones, membersOnly, twoColumns, width } = settings;
  return (
    <div
      id={anchor}
      data-back={background}
      data-columns={twoColumns}
      data-members={membersOnly}
      data-screens={hiddenOnPhones}
      data-width={width}
    >
      {children}
    </div>
  );
}

/** Blocks with films belong to the feature `schedule`, the others to `content`. */
function AnyBlock({ block, id, isWide }: { block: BlockView; id: string; isWide: boolean }) {
  switch (block.type) {
    case 'filmRail':
      return <FilmRail id={id} title={block.title} films={block.films} more={block.more} />;
    case 'showtimes':
      return <FilmTimes id={id} title={block.title} films={block.films} more={block.more} />;
    default:
      return <Block block={block} id={id} isWide={isWide} />;
  }
}

function Head({
  title,
  hero,
  anchor,
}: {
  title: string;
  hero: Extract<BlockView, { type: 'hero' }> | undefined;
  anchor: string | undefined;
}) {
  if (hero === undefined)
    return (
      <div className={cx('wrap', css.head)}>
        <h1>{title}</h1>
      </div>
    );
  return (
    <div id={anchor} className={cx('wrap', css.head, css.hero)} data-brand={hero.color}>
      {hero.title === title ? null : <p className={css.over}>{title}</p>}
      <h1>{hero.title}</h1>
      {hero.text === '' ? null : <p className={css.lead}>{hero.text}</p>}
    </div>
  );
}
