import type { EventPage, Show } from '@marquee/api/schema.gen.ts';
import { buttonClass } from '@marquee/ui/Button/look.tsx';
import { cx } from '@marquee/ui/cx.ts';
import { Picture } from '@marquee/ui/Picture/Picture.tsx';
import { serverHtml } from '@marquee/ui/server-html.ts';
import { FilmList } from '../features/schedule/card/FilmList.tsx';
import { Legend } from '../features/schedule/Legend.tsx';
import { ShareButton } from '../features/schedule/film/ShareButton.tsx';
import { joinNonEmpty } from '../features/schedule/time/show-text.ts';
import { Time, timesClass } from '../features/schedule/time/Time.tsx';
import { useFirstBookable } from '../state/clock.ts';
import { backdropPicture } from '../state/lead-picture.ts';
import { pictureSource } from '../state/media.ts';
import { usePage } from '../state/page.ts';
import css from './Event.module.css';
import { EventIntro, EventText } from './EventParts.server.tsx';
import { SectionHead } from './SectionHead.tsx';

/** An event: picture, dates, theaters, description, and its films with their times. */
export function Event({ page }: { page: EventPage }) {
  const { messages, context } = usePage();
  const { event } = page;
  return (
    <article>
      <div className={cx('wrap', css.head)}>
        <Art page={page} />
        <div>
          {import.meta.env.SSR ? (
            <div className={css.intro} data-intro="">
              <EventIntro page={page} />
            </div>
          ) : (
            <div className={css.intro} data-intro="" {...serverHtml('[data-intro]')} />
          )}
          {page.times.map(({ title, day, shows }) => (
            <div className={css.times} key={title}>
              <h2>{joinNonEmpty(' · ', page.times.length > 1 ? title : '', day)}</h2>
              <Times shows={shows} title={title} />
            </div>
          ))}
          {import.meta.env.SSR ? (
            <div data-text="">
              <EventText page={page} />
            </div>
          ) : (
            <div data-text="" {...serverHtml('[data-text]')} />
          )}
          {context.betaFeaturesEnabled ? (
            <ShareButton className={buttonClass({ kind: 'line', size: 's' })} title={event.title} />
          ) : null}
        </div>
      </div>
      {page.films.length > 0 ? (
        <section className={cx('wrap', css.films)} aria-labelledby="films">
          <SectionHead id="films" title={messages.events.films()} />
          <FilmList films={page.films} first="lazy" />
          <Legend />
        </section>
      ) : null}
    </article>
  );
}

function Times({ shows, title }: { shows: readonly Show[]; title: string }) {
  const { site } = usePage();
  const lead = useFirstBookable(
    shows.map(({ at }) => at),
    site.lateBookingMinutes,
  );
  return (
    <ul className={timesClass}>
      {shows.map((show, index) => (
        <Time key={show.id} show={show} title={title} look="day" lead={index === lead} />
      ))}
    </ul>
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
