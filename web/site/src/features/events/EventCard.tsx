import type { EventCard as EventCardData } from '@marquee/api/schema.gen.ts';
import { Picture } from '@marquee/ui/Picture/Picture.tsx';
import { EVENT_SIZES } from '../../state/lead-picture.ts';
import { pictureSource } from '../../state/media.ts';
import { usePage } from '../../state/page.ts';
import css from './EventCard.module.css';
import { whenText } from './when-text.ts';

/** An event in a list: picture, date, title, summary. */
export function EventCard({ event, level }: { event: EventCardData; level: 2 | 3 }) {
  const { site, messages } = usePage();
  const when = whenText(messages, event);
  const link = <a href={event.href}>{event.title}</a>;
  return (
    <li className={css.event}>
      {event.picture === undefined ? (
        <span className={css.picture} aria-hidden="true" />
      ) : (
        <Picture
          className={css.picture}
          source={pictureSource(site.key, event.picture, 'card')}
          sizes={EVENT_SIZES}
          alt={event.pictureAlt}
        />
      )}
      {when === '' ? null : <p className={css.when}>{when}</p>}
      {level === 2 ? <h2>{link}</h2> : <h3>{link}</h3>}
      {event.summary === '' ? null : <p className={css.summary}>{event.summary}</p>}
    </li>
  );
}
