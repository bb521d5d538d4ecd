import type { DayGroup, ShowGroup, TheaterGroup } from '@marquee/api/schema.gen.ts';
import { ORIGINAL_VERSION } from '@marquee/rules/shared.gen.ts';
import type { Messages } from '../../../messages/messages.ts';
import { attributesOf, dayInSentence, labelsOf, usePage } from '../../../state/page.ts';
import { upcomingShows, joinNonEmpty } from '../time/show-text.ts';
import { Time, timesClass } from '../time/Time.tsx';
import css from './ShowGroups.module.css';

const NO_LANGUAGES: readonly string[] = [];

/** The shows of a day, grouped by version. `languages` are the languages of the original version. */
export function ShowGroups({
  groups,
  title,
  level,
  languages = NO_LANGUAGES,
}: {
  groups: readonly ShowGroup[];
  title: string;
  level: 2 | 3;
  languages?: readonly string[];
}) {
  return groups.map((group) => (
    <Group
      key={`${group.key} ${group.tags.join(' ')}`}
      group={group}
      title={title}
      level={level}
      languages={group.key === ORIGINAL_VERSION ? languages : []}
    />
  ));
}

/** `Spanish, Quechua and French`. */
function listText(messages: Messages, names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : messages.film.and({ some: names.slice(0, -1).join(', '), last });
}

function Group({
  group,
  title,
  level,
  languages,
}: {
  group: ShowGroup;
  title: string;
  level: 2 | 3;
  languages: readonly string[];
}) {
  const page = usePage();
  const name = attributesOf(page, [group.key])[0]?.label ?? page.messages.show.otherVersion();
  const details = joinNonEmpty(', ', group.language ?? '', listText(page.messages, languages), labelsOf(page, group.tags));
  return (
    <div className={css.group}>
      <div>
        {level === 2 ? <h2>{name}</h2> : <h3>{name}</h3>}
        {details === '' ? null : <p className="small quiet">{details}</p>}
      </div>
      <ul className={timesClass}>
        {upcomingShows(group.shows).map((show) => (
          <Time key={show.id} show={show} title={title} look="film" />
        ))}
      </ul>
    </div>
  );
}

/** The days after the selected one, on the site of a single location. */
export function NextDays({ days, title }: { days: readonly DayGroup[]; title: string }) {
  const { messages } = usePage();
  if (days.length === 0) return null;
  return (
    <>
      <h2 className={css.next}>{messages.film.nextDays()}</h2>
      {days.map(({ day, shows }) => (
        <div className={css.group} key={day.date}>
          <h3>
            <a href={day.href}>{day.label}</a>
          </h3>
          <ul className={timesClass}>
            {shows.map((show) => (
              <Time key={show.id} show={show} title={title} look="day" />
            ))}
          </ul>
        </div>
      ))}
    </>
  );
}

/** On a circuit's site: a card for each theater. A theater without shows names its next day with shows. */
export function TheaterCards({ theaters, title, today }: { theaters: readonly TheaterGroup[]; title: string; today: boolean }) {
  const page = usePage();
  const { messages } = page;
  return theaters.map((theater) => (
    <section key={theater.id} className={css.theater} aria-label={theater.name}>
      <h2>
        <a href={theater.href}>{theater.name}</a>
      </h2>
      {theater.groups.length > 0 ? (
        <ShowGroups groups={theater.groups} title={title} level={3} />
      ) : (
        <p className={css.none}>
          {today ? messages.empty.noShowsToday() : messages.empty.noShowsThisDay()}{' '}
          {theater.next === undefined ? null : (
            <a className="link" href={theater.next.href} data-keep-scroll="">
              {messages.empty.nextDay({ day: dayInSentence(page, theater.next.label) })}
            </a>
          )}
        </p>
      )}
    </section>
  ));
}
