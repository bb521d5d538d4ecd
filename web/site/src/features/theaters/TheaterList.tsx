import type { TheaterCard } from '@marquee/api/schema.gen.ts';
import { buttonClass } from '@marquee/ui/Button/look.tsx';
import { cx } from '@marquee/ui/cx.ts';
import { Picture } from '@marquee/ui/Picture/Picture.tsx';
import { TheaterHeart } from '../../parts/Heart.tsx';
import { pictureSource } from '../../state/media.ts';
import { usePage } from '../../state/page.ts';
import css from './TheaterList.module.css';
import { todayText } from './today-text.ts';

const SIZES = '(min-width: 640px) 176px, 96px';

/** The theaters of a circuit, each with a button to select it. */
export function TheaterList({ theaters }: { theaters: readonly TheaterCard[] }) {
  return (
    <ul className={css.list}>
      {theaters.map((theater) => (
        <Row key={theater.id} theater={theater} />
      ))}
    </ul>
  );
}

function Row({ theater }: { theater: TheaterCard }) {
  const { site, messages } = usePage();
  return (
    <li className={css.row}>
      {theater.picture === undefined ? (
        <span className={css.picture} aria-hidden="true" />
      ) : (
        <Picture className={css.picture} source={pictureSource(site.key, theater.picture, 'card')} sizes={SIZES} />
      )}
      <div className={css.details}>
        <h2>
          <a href={theater.href}>{theater.name}</a>
          {theater.selected ? <span className={css.selected}>{messages.theater.selected()}</span> : null}
        </h2>
        <p>{theater.address}</p>
        <p>{todayText(messages, theater)}</p>
        {theater.selected || theater.selectHref === '' ? null : (
          <a
            className={cx(buttonClass({ kind: 'line', size: 's' }), css.select)}
            href={theater.selectHref}
            aria-label={`${messages.theater.select()}, ${theater.name}`}
          >
            {messages.theater.select()}
          </a>
        )}
      </div>
      <TheaterHeart id={theater.id} name={theater.name} className={css.heart} />
    </li>
  );
}
