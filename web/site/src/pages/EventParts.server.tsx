import type { EventPage } from '@marquee/api/schema.gen.ts';
import { Anchor } from '@marquee/ui/Anchor/Anchor.tsx';
import { ButtonLink, buttonClass } from '@marquee/ui/Button/look.tsx';
import { Glyph } from '@marquee/ui/Icon/Glyph.tsx';
import { Icon } from '@marquee/ui/Icon/Icon.tsx';
import { MORE_ICONS } from '@marquee/ui/Icon/more-icons.ts';
import { whenText } from '../features/events/when-text.ts';
import { usePage } from '../state/page.ts';
import css from './Event.module.css';

/** What an event's page has above its times. */
export function EventIntro({ page }: { page: EventPage }) {
  const { messages } = usePage();
  const { event } = page;
  const when = whenText(messages, event);
  return (
    <>
      {when === '' ? null : <p className={css.when}>{when}</p>}
      <h1>{event.title}</h1>
      {event.summary === '' ? null : <p className={css.summary}>{event.summary}</p>}
      {page.theaters.length === 0 ? null : (
        <ul className={css.theaters}>
          {page.theaters.map((theater) => (
            <li key={theater.label}>
              <Icon name="pin" size="s" />
              <Anchor link={theater} windowLabel={messages.common.opensInNewWindow} className="link" />
            </li>
          ))}
        </ul>
      )}
      {page.membersFirst === undefined ? null : (
        <p className={css.membersFirst}>
          {page.membersFirst.text}{' '}
          <a className="link" href={page.membersFirst.link.href}>
            {page.membersFirst.link.label}
          </a>
        </p>
      )}
    </>
  );
}

/** What an event's page has below its times: its calendar file, the other dates and the description. */
export function EventText({ page }: { page: EventPage }) {
  const { messages } = usePage();
  return (
    <>
      {page.dayHref === undefined ? null : (
        <p className={css.times}>
          <ButtonLink href={page.dayHref}>{messages.events.day()}</ButtonLink>
        </p>
      )}
      {page.calendarHref === undefined ? null : (
        <p className={css.paragraph}>
          <a className={buttonClass({ kind: 'line', size: 's' })} href={page.calendarHref}>
            <Glyph path={MORE_ICONS.calendarPlus} />
            {messages.film.calendar()}
          </a>
        </p>
      )}
      {page.days === undefined ? null : (
        <ul className={css.days}>
          {page.days.map(({ when, film, note }) => (
            <li key={when}>
              <span>{when}</span>
              {film === undefined ? (
                note
              ) : (
                <a className="link" href={film.href}>
                  {film.label}
                </a>
              )}
            </li>
          ))}
        </ul>
      )}
      {page.paragraphs.map((paragraph) => (
        <p className={css.paragraph} key={paragraph}>
          {paragraph}
        </p>
      ))}
    </>
  );
}
