import { calendarFile, googleCalendar, outlookCalendar } from '@marquee/rules/calendar.ts';
import { Anchor } from '@marquee/ui/Anchor/Anchor.tsx';
import { buttonClass } from '@marquee/ui/Button/look.tsx';
import { Dialog } from '@marquee/ui/Dialog/Dialog.tsx';
import { useState } from 'react';
import type { LaterMessages } from '../../../../messages/messages.ts';
import { usePage } from '../../../../state/page.ts';
import { startText } from '../../time/show-text.ts';
import css from './CalendarDialog.module.css';
import type { CalendarShow } from './calendar-shows.ts';

/** Dialog to choose one of the day's shows and a calendar. Calendars are links, so no data is sent before the visitor follows one. */
export function CalendarDialog({
  shows,
  filmFile,
  later,
  onClose,
}: {
  shows: readonly CalendarShow[];
  /** Path of the film's calendar file. */
  filmFile: string;
  later: LaterMessages;
  onClose: () => void;
}) {
  const { messages } = usePage();
  const [selected, setSelected] = useState(shows[0]);
  return (
    <Dialog title={later.film.addToCalendar()} closeLabel={messages.common.close()} onClose={onClose} look="list">
      <div className={css.calendar}>
        <fieldset>
          <legend>{later.film.calendarChoose()}</legend>
          {shows.map((option, index) => (
            <ShowOption
              key={option.id}
              option={option}
              first={index === 0}
              checked={option === selected}
              onSelect={() => setSelected(option)}
            />
          ))}
        </fieldset>
        {selected === undefined ? null : <CalendarLinks selected={selected} filmFile={filmFile} later={later} />}
      </div>
    </Dialog>
  );
}

function ShowOption({
  option,
  first,
  checked,
  onSelect,
}: {
  option: CalendarShow;
  first: boolean;
  checked: boolean;
  onSelect: () => void;
}) {
  const page = usePage();
  return (
    <label className={css.show}>
      <input type="radio" name="calendar-show" checked={checked} onChange={onSelect} data-autofocus={first ? '' : undefined} />
      <b className="num">{startText(page, option.show)}</b> <span className="quiet small">{option.note}</span>
    </label>
  );
}

function CalendarLinks({
  selected: { id, event },
  filmFile,
  later,
}: {
  selected: CalendarShow;
  filmFile: string;
  later: LaterMessages;
}) {
  const { messages } = usePage();
  const look = buttonClass({ kind: 'line', wide: true });
  const file = calendarFile(filmFile, id);
  return (
    <ul className={css.links}>
      <li>
        <Anchor
          className={look}
          link={{ label: later.film.calendarGoogle(), href: googleCalendar(event), external: true }}
          windowLabel={messages.common.opensInNewWindow}
        />
      </li>
      <li>
        <a className={look} href={file}>
          {later.film.calendarApple()}
        </a>
      </li>
      <li>
        <Anchor
          className={look}
          link={{ label: later.film.calendarOutlook(), href: outlookCalendar(event), external: true }}
          windowLabel={messages.common.opensInNewWindow}
        />
      </li>
      <li>
        <a className={look} href={file} download="">
          {later.film.calendarFile()}
        </a>
      </li>
    </ul>
  );
}
