import type { TheaterShows } from '@marquee/api/schema.gen.ts';
import { cx } from '@marquee/ui/cx.ts';
import { upcomingShows } from '../time/show-text.ts';
import { Time, timesClass } from '../time/Time.tsx';
import css from './TheaterLines.module.css';

/** A film's times on a day, one line for each theater. */
export function TheaterLines({ theaters, title }: { theaters: readonly TheaterShows[]; title: string }) {
  return theaters.map((theater) => (
    <div key={theater.href} className={css.line}>
      <h3>
        <a className={css.name} href={theater.href}>
          {theater.name}
        </a>
      </h3>
      <ul className={cx(timesClass, css.times)} aria-label={theater.name}>
        {upcomingShows(theater.shows).map((show) => (
          <Time key={show.id} show={show} title={title} look="card" />
        ))}
      </ul>
    </div>
  ));
}
