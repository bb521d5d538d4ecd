import type { OfflinePage, SoonShow } from '@marquee/api/schema.gen.ts';
import { buttonClass } from '@marquee/ui/Button/look.tsx';
import { cx } from '@marquee/ui/cx.ts';
import { Icon } from '@marquee/ui/Icon/Icon.tsx';
import type { FormEvent } from 'react';
import { OfflineArt } from '../features/content/OfflineArt.tsx';
import { joinNonEmpty, startText, stateOf, stateText } from '../features/schedule/time/show-text.ts';
import { useStarted } from '../state/clock.ts';
import { useLaterMessages } from '../state/later.ts';
import { usePage } from '../state/page.ts';
import error from './ErrorView.module.css';
import css from './Offline.module.css';

/** Number of shows listed at first; the others are folded. */
const FIRST_COUNT = 8;

/** The page shown without a connection: the saved times (SW-04). */
export function Offline({ page }: { page: OfflinePage }) {
  const { site, messages } = usePage();
  const texts = useLaterMessages().errors;
  // The shows are in the order of their starts.
  const isOver = useStarted(page.soon.at(-1)?.show.at ?? '', site.lateBookingMinutes);
  const hasNone = isOver || page.soon.length === 0;
  const emptyText = page.soon.length === 0 ? texts.offlineNone : texts.offlineOver;
  // Unfold the others once the first ones have started.
  const hasFirstStarted = useStarted(page.soon[FIRST_COUNT - 1]?.show.at ?? '', site.lateBookingMinutes);
  const rest = page.soon.slice(FIRST_COUNT);
  return (
    <div className={cx('wrap', error.error)}>
      <div className={error.columns}>
        <div>
          <p className={error.code}>{texts.offlineStatus()}</p>
          <h1>{texts.offlineTitle()}</h1>
          <p className={error.text}>{hasNone ? emptyText() : texts.offlineSaved({ time: page.saved })}</p>
          {/* The page's address is still the requested one. A form without an action requests it again, even without scripts. */}
          <form className={error.actions} onSubmit={reload}>
            <button className={buttonClass({})} type="submit">
              <Icon name="refresh" />
              {messages.common.tryAgain()}
            </button>
          </form>
          {hasNone ? null : <SavedShows soon={page.soon.slice(0, FIRST_COUNT)} />}
          {hasNone || rest.length === 0 ? null : (
            <details className={css.rest} open={hasFirstStarted}>
              <summary>
                {page.soon.every(({ day = '' }) => day === '') ? texts.offlineAll() : texts.offlineMore()}
                <Icon name="down" size="s" />
              </summary>
              <SavedShows soon={rest} />
            </details>
          )}
        </div>
        <div className={cx(error.art, css.art)}>
          <OfflineArt />
        </div>
      </div>
    </div>
  );
}

/** A list for each day, with a heading unless it is today. */
function SavedShows({ soon }: { soon: readonly SoonShow[] }) {
  const days = [...new Set(soon.map(({ day = '' }) => day))];
  return days.map((name) => <SavedDay key={name} day={name} soon={soon.filter(({ day = '' }) => day === name)} />);
}

function SavedDay({ day, soon }: { day: string; soon: readonly SoonShow[] }) {
  return (
    <>
      {day === '' ? null : <h2 className={css.day}>{day}</h2>}
      <ul className={css.list}>
        {soon.map((item) => (
          <SavedShow key={item.show.id ?? item.show.at + item.title} item={item} />
        ))}
      </ul>
    </>
  );
}

function reload(event: FormEvent): void {
  event.preventDefault();
  location.reload();
}

/**
 * A show. No link: nothing can be opened offline. All shows were bookable when the page was saved; the ones that have started since by
 * the visitor's clock keep their row, so that the other rows do not move.
 */
function SavedShow({ item: { show, title } }: { item: SoonShow }) {
  const page = usePage();
  const started = useStarted(show.at, page.site.lateBookingMinutes);
  const status = started ? stateText(page, stateOf(show, started), true) : '';
  return (
    <li className={started ? css.started : undefined}>
      <b className="num">{startText(page, show)}</b>
      <span>{title}</span>{' '}
      <small className="small quiet">{joinNonEmpty(' · ', status, show.screen ?? '', show.theater ?? '')}</small>
    </li>
  );
}
