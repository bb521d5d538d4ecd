import type { BlockView } from '@marquee/api/schema.gen.ts';
import { Picture } from '@marquee/ui/Picture/Picture.tsx';
import { serverHtml } from '@marquee/ui/server-html.ts';
import { pictureSource } from '../../state/media.ts';
import { usePage } from '../../state/page.ts';
import { Band } from './Band.tsx';
import css from './Block.module.css';
import { Contact } from './Contact.tsx';
import { Embed } from './Embed.tsx';
import { Gallery } from './Gallery.tsx';
import { MapLink } from './MapLink.tsx';
import { Memberships, Rewards } from './Offers.tsx';
import { TextBody } from './TextBody.server.tsx';
import { Video } from './Video.tsx';

const SIZES = '(min-width: 768px) 720px, calc(100vw - 40px)';

/** A block of the operator's own texts and pictures; the other types show films. */
export type StaticBlock = Exclude<BlockView, { type: 'filmRail' | 'showtimes' }>;

/** A block of a content page. `id` is unique on the page; a picture of a wide block may fill the window. */
export function Block({ block, id, isWide }: { block: StaticBlock; id: string; isWide: boolean }) {
  const { site } = usePage();
  switch (block.type) {
    case 'hero':
      return (
        <div className={css.hero} data-brand={block.color}>
          <div className="wrap">
            <h2>{block.title}</h2>
            {block.text === '' ? null : <p>{block.text}</p>}
          </div>
        </div>
      );
    case 'text':
      return <TextBlock id={id} block={block} />;
    case 'list':
      return (
        <section className="wrap">
          <div className={css.text}>
            {block.title === '' ? null : <h2>{block.title}</h2>}
            <ul className={css.list}>
              {block.items.map((item) => (
                <li key={item}>{item}</li>
              ))}
            </ul>
          </div>
        </section>
      );
    case 'image':
      return (
        <div className="wrap">
          <Picture
            className={css.image}
            source={pictureSource(site.key, block.picture, 'wide')}
            sizes={isWide ? '100vw' : SIZES}
            alt={block.alt}
          />
        </div>
      );
    case 'accordion':
      return <Accordion items={block.items} />;
    case 'callToAction':
      return (
        <div className={css.call}>
          <Band id={id} title={block.title} text={block.text} link={block.link} color={block.color} />
        </div>
      );
    case 'gallery':
      return <Gallery id={id} title={block.title} pictures={block.pictures} />;
    case 'mapLink':
      return <MapLink id={id} title={block.title} theater={block.theater} contact={block.contact} />;
    case 'video':
      return <Video id={id} block={block} sizes={isWide ? '100vw' : SIZES} />;
    case 'embed':
      return <Embed id={id} block={block} />;
    case 'memberships':
      return <Memberships id={id} block={block} />;
    case 'rewards':
      return <Rewards id={id} block={block} />;
    case 'contact':
      return <Contact id={id} contact={block} />;
  }
}

function TextBlock({ id, block }: { id: string; block: Extract<StaticBlock, { type: 'text' }> }) {
  return (
    <section className="wrap">
      {import.meta.env.SSR ? (
        <div className={css.text} data-text={id}>
          <TextBody block={block} />
        </div>
      ) : (
        <div className={css.text} data-text={id} {...serverHtml(`[data-text=${id}]`)} />
      )}
    </section>
  );
}

function Accordion({ items }: { items: Extract<StaticBlock, { type: 'accordion' }>['items'] }) {
  return (
    <div className="wrap">
      <div className={css.accordion}>
        {items.map(([title, text]) => (
          <details key={title} suppressHydrationWarning>
            <summary>{title}</summary>
            <p>{text}</p>
          </details>
        ))}
      </div>
    </div>
  );
}
