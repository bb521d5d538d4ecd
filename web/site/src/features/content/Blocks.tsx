import type { BlockView } from '@marquee/api/schema.gen.ts';
import { Picture } from '@marquee/ui/Picture/Picture.tsx';
import { pictureSource } from '../../state/media.ts';
import { usePage } from '../../state/page.tsx';
import { Band } from './Band.tsx';
import css from './Blocks.module.css';

const SIZES = '(min-width: 768px) 720px, calc(100vw - 40px)';

/** The blocks of a content page, in the operator's order. Blocks have no ids, so their place is their key. */
export function Blocks({ blocks }: { blocks: readonly BlockView[] }) {
  // oxlint-disable-next-line react/no-array-index-key -- blocks have no ids and never move
  return blocks.map((block, index) => <Block key={`${index} ${block.type}`} block={block} id={`block-${index}`} />);
}

function Block({ block, id }: { block: BlockView; id: string }) {
  const { site } = usePage();
  switch (block.type) {
    case 'hero':
      return (
        <div className={css.hero}>
          <div className="wrap">
            <h2>{block.title}</h2>
            {block.text === '' ? null : <p>{block.text}</p>}
          </div>
        </div>
      );
    case 'text':
      return (
        <section className="wrap">
          <div className={css.text}>
            {block.title === '' ? null : <h2>{block.title}</h2>}
            {block.paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
        </section>
      );
    case 'image':
      return (
        <div className="wrap">
          <Picture
            className={css.image}
            source={pictureSource(site.key, block.picture, 'wide')}
            sizes={SIZES}
            alt={block.alt}
          />
        </div>
      );
    case 'accordion':
      return (
        <div className="wrap">
          <div className={css.accordion}>
            {block.items.map(([title, text]) => (
              <details key={title} suppressHydrationWarning>
                <summary>{title}</summary>
                <p>{text}</p>
              </details>
            ))}
          </div>
        </div>
      );
    case 'callToAction':
      return (
        <div className={css.call}>
          <Band id={id} title={block.title} text={block.text} link={block.link} />
        </div>
      );
  }
}
