import type { EventPage } from '@marquee/api/schema.gen.ts';
import { cx } from '@marquee/ui/cx.ts';
import { Icon } from '@marquee/ui/Icon/Icon.tsx';
import { Picture } from '@marquee/ui/Picture/Picture.tsx';
import { whenText } from '../features/events/when.ts';
import { FilmList } from '../features/programme/card/FilmList.tsx';
import { backdropPicture } from '../state/lead-picture.ts';
import { pictureSource } from '../state/media.ts';
import { usePage } from '../state/page.tsx';
import { Anchor } from '@marquee/ui/Anchor/Anchor.tsx';
import css from './Event.module.css';
import { SectionHead } from './SectionHead.tsx';

/** One event: its picture, when and where it is, what it is about, its films with their times. */
export function Event({ page }: { page: EventPage }) {
  const { m } = usePage();
  const { event } = page;
  const when = whenText(m, event);
  return (
    <article>
      <div className={cx('wrap', css.head)}>
        <Art page={page} />
        <div>
          {when === '' ? null : <p className={css.when}>{when}</p>}
          <h1>{event.title}</h1>
          {event.summary === '' ? null : <p className={css.summary}>{event.summary}</p>}
          {page.theaters.length === 0 ? null : (
            <ul className={css.theaters}>
              {page.theaters.map((theater) => (
                <li key={theater.label}>
                  <Icon name="pin" size="s" />
                  <Anchor link={theater} windowLabel={m.common.opensInNewWindow} className="link" />
                </li>
              ))}
            </ul>
          )}
          {page.paragraphs.map((paragraph) => (
            <p className={css.paragraph} key={paragraph}>
              {paragraph}
            </p>
          ))}
        </div>
      </div>
      {page.films.length > 0 ? (
        <section className={cx('wrap', css.films)} aria-labelledby="films">
          <SectionHead id="films" title={m.events.films()} />
          <FilmList films={page.films} first="lazy" />
        </section>
      ) : null}
    </article>
  );
}

function Art({ page: { event } }: { page: EventPage }) {
  const page = usePage();
  if (event.picture === undefined) return null;
  const { sizes } = backdropPicture(page, event.picture);
  return (
    <Picture
      className={css.art}
      source={pictureSource(page.site.key, event.picture, 'wide')}
      sizes={sizes}
      alt={event.pictureAlt}
      loading="first"
    />
  );
}
