import type { TheaterCard } from '@marquee/api/schema.gen.ts';
import { distanceText, selectHref } from '@marquee/rules/theaters.ts';
import { Picture } from '@marquee/ui/Picture/Picture.tsx';
import { TheaterHeart } from '../../parts/Heart.tsx';
import { useLaterMessages } from '../../state/later.ts';
import { pictureSource } from '../../state/media.ts';
import { usePage } from '../../state/page.ts';
import css from './PickerRow.module.css';
import { todayText } from './today-text.ts';

/** A theater to choose: picture, name, address, films today, and the distance if it is known. */
export function PickerRow({ theater, km }: { theater: TheaterCard; km: number | undefined }) {
  const { site, context, page, messages } = usePage();
  const { picker } = useLaterMessages();
  // On a theater's page, choosing another theater leads to the page of that theater, on the same day.
  const returnHref = (page.kind === 'theater' ? theater.href : location.pathname) + location.search;
  return (
    <li className={css.row} data-row="">
      {theater.picture === undefined ? (
        <span className={css.picture} />
      ) : (
        <Picture className={css.picture} source={pictureSource(site.key, theater.picture, 'card')} sizes="76px" />
      )}
      <div className={css.details}>
        <h3>
          {theater.selectHref === '' ? theater.name : <a href={selectHref(theater.selectHref, returnHref)}>{theater.name}</a>}
          {theater.selected ? <span className={css.selected}>{picker.selected()}</span> : null}
        </h3>
        <p>{theater.address}</p>
        <p>{todayText(messages, theater)}</p>
      </div>
      {km === undefined ? null : (
        <span className={css.distance}>{distanceText(km, context.intl.country.code, context.intl.locale.short)}</span>
      )}
      <TheaterHeart id={theater.id} name={theater.name} className={css.heart} />
    </li>
  );
}
