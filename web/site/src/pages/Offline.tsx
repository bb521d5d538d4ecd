import type { OfflinePage, SoonShow } from '@marquee/api/schema.gen.ts';
import { buttonClass } from '@marquee/ui/Button/look.tsx';
import { cx } from '@marquee/ui/cx.ts';
import { Icon } from '@marquee/ui/Icon/Icon.tsx';
import type { FormEvent } from 'react';
import { messages as en } from 'virtual:messages/en.later';
import { messages as fr } from 'virtual:messages/fr.later';
import { OfflineArt } from '../features/content/OfflineArt.tsx';
import { joined, reason, startText, stateOf } from '../features/programme/time/show-text.ts';
import { localeOf } from '../messages/messages.ts';
import { useStarted } from '../state/clock.ts';
import { usePage } from '../state/page.ts';
import state from './ErrorView.module.css';
import css from './Offline.module.css';

/** The few words of this page, in both languages: they come with it, because nothing can be loaded later. */
const LATER = { en, fr };

/** Number of shows listed at first; a button shows the others. */
const NEXT = 8;

/** What the browser shows when it has no connection: the times it last knew (SW-04). */
export function Offline({ page }: { page: OfflinePage }) {
  const { site, context, m } = usePage();
  const words = LATER[localeOf(context.intl.locale.short)].errors;
  // They are in the order of their starts.
  const over = useStarted(page.soon.at(-1)?.show.at ?? '', site.lateBookingMinutes);
  const none = over || page.soon.length === 0;
  const noneText = page.soon.length === 0 ? words.offlineNone : words.offlineOver;
  // When the first rows have started, the others are in view.
  const nextOnly = useStarted(page.soon[NEXT - 1]?.show.at ?? '', site.lateBookingMinutes);
  const rest = page.soon.slice(NEXT);
  return (
    <div className={cx('wrap', state.state)}>
      <div className={state.in}>
        <div>
          <p className={state.code}>{words.offlineStatus()}</p>
          <h1>{words.offlineTitle()}</h1>
          <p className={state.words}>{none ? noneText() : words.offlineSaved({ time: page.saved })}</p>
          {/* The address is still the one the visitor wanted. A form without an action asks for it before scripts run. */}
          <form className={state.actions} onSubmit={reload}>
            <button className={buttonClass({})} type="submit">
              <Icon name="refresh" />
              {m.common.tryAgain()}
            </button>
          </form>
          {none ? null : <SavedShows soon={page.soon.slice(0, NEXT)} />}
          {none || rest.length === 0 ? null : (
            <details className={css.rest} open={nextOnly}>
              <summary>
                {page.soon.every(({ day = '' }) => day === '') ? words.offlineAll() : words.offlineMore()}
                <Icon name="down" size="s" />
              </summary>
              <SavedShows soon={rest} />
            </details>
          )}
        </div>
        <div className={cx(state.art, css.art)}>
          <OfflineArt />
        </div>
      </div>
    </div>
  );
}

/** A list for each day; today needs no name. */
function SavedShows({ soon }: { soon: readonly SoonShow[] }) {
  const days = [...new Set(soon.map(({ day = '' }) => day))];
  return days.map((name) => <SavedDay key={name} day={name} soon={soon.filter(({ day = '' }) => day === name)} />);
}

function SavedDay({ day, soon }: { day: string; soon: readonly SoonShow[] }) {
  const { site } = usePage();
  const over = useStarted(soon.at(-1)?.show.at ?? '', site.lateBookingMinutes);
  return (
    <>
      {day === '' || over ? null : <h2 className={css.day}>{day}</h2>}
      <ul className={css.list}>
        {soon.map((one) => (
          <SavedShow key={one.show.id ?? one.show.at + one.title} one={one} />
        ))}
      </ul>
    </>
  );
}

function reload(event: FormEvent): void {
  event.preventDefault();
  location.reload();
}

/** A show that has not started by the visitor's clock; no link, for nothing could be opened. */
function SavedShow({ one: { show, title } }: { one: SoonShow }) {
  const page = usePage();
  const started = useStarted(show.at, page.site.lateBookingMinutes);
  if (started) return null;
  return (
    <li>
      <b className="num">{startText(page, show)}</b>
      <span>{title}</span>{' '}
      <small className="small quiet">{noteOf(show, reason(page, stateOf(show, false), true))}</small>
    </li>
  );
}

/** Why there are no seats, else where the show is. */
function noteOf({ state: booking, screen = '', theater = '' }: SoonShow['show'], why: string): string {
  const full = booking === 'soldOut' || booking === 'cancelled' || booking === 'boxOffice';
  return full ? joined(' · ', why, theater) : joined(' · ', screen, theater);
}
