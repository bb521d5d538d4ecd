import type { TheaterCard } from '@marquee/api/schema.gen.ts';
import { distanceText, selectHref } from '@marquee/rules/theaters.ts';
import { Picture } from '@marquee/ui/Picture/Picture.tsx';
import { TheaterHeart } from '../../parts/Heart.tsx';
import { useLater } from '../../state/later.ts';
import { pictureSource } from '../../state/media.ts';
import { usePage } from '../../state/page.ts';
import css from './PickerRow.module.css';
import { todayText } from './today.ts';

/** A theater to choose: picture, name, address, films today and, when it is known, how far it is. */
export function PickerRow({ theater, km }: { theater: TheaterCard; km: number | undefined }) {
  const { site, context, page, m } = usePage();
  const { picker } = useLater();
  // A theater's own page is about that theater, so choosing another one leads to that one's page, on the same day.
  const back = (page.kind === 'theater' ? theater.href : location.pathname) + location.search;
  return (
    <li className={css.row} data-row="">
      {theater.picture === undefined ? (
        <span className={css.picture} />
      ) : (
        <Picture className={css.picture} source={pictureSource(site.key, theater.picture, 'card')} sizes="76px" />
      )}
      <div className={css.what}>
        <h3>
          {theater.selectHref === '' ? theater.name : <a href={selectHref(theater.selectHref, back)}>{theater.name}</a>}
          {theater.selected ? <span className={css.selected}>{picker.selected()}</span> : null}
        </h3>
        <p>{theater.address}</p>
        <p>{todayText(m, theater)}</p>
      </div>
      {km === undefined ? null : <span className={css.distance}>{distanceText(km, context.intl.country.code, context.intl.locale.short)}</span>}
      <TheaterHeart id={theater.id} name={theater.name} className={css.heart} />
    </li>
  );
}
