import type { LeadNote, WeekDay } from '@marquee/api/schema.gen.ts';
import { cx } from '@marquee/ui/cx.ts';
import { usePage } from '../../../state/page.ts';
import { CardTimes } from '../card/FilmCard.tsx';
import { FilmRow, rowsClass } from '../row/FilmRow.tsx';
import css from './Days.module.css';

/** The note and the days of the week, see LeadNote.tsx. */
export function DaysBody({ note, week }: { note: LeadNote | undefined; week: readonly WeekDay[] }) {
  return (
    <>
      {note === undefined ? null : <Lead note={note} />}
      {week.map((weekDay) => (
        <Day key={weekDay.day.date} weekDay={weekDay} />
      ))}
    </>
  );
}

function Lead({ note: { text, day, todayHref } }: { note: LeadNote }) {
  const { messages } = usePage();
  return (
    <p className={css.lead}>
      <b>{text}</b> {day === '' ? null : <span>{day}</span>}{' '}
      {todayHref === undefined ? null : (
        <a className="link noPrint" href={todayHref} data-keep-scroll="">
          {messages.empty.today()}
        </a>
      )}
    </p>
  );
}

function Day({ weekDay: { day, films, more } }: { weekDay: WeekDay }) {
  const { messages } = usePage();
  const id = `week-${day.date}`;
  return (
    <section className={css.day} aria-labelledby={id}>
      <h2 id={id}>
        <a href={day.href} data-keep-scroll="">
          {day.label}
        </a>
      </h2>
      {films.length === 0 ? (
        <p className="quiet small">{messages.empty.noMatch()}</p>
      ) : (
        <ul className={cx(rowsClass, css.films)}>
          {films.map((card) => (
            <FilmRow key={card.film.id} film={card.film} level={3}>
              <CardTimes card={card} />
            </FilmRow>
          ))}
        </ul>
      )}
      {more === undefined ? null : (
        <a className="link" href={day.href}>
          {messages.film.more({ count: more })}
        </a>
      )}
    </section>
  );
}
