import { calendarFile, googleCalendar, outlookCalendar } from '@marquee/rules/calendar.ts';
import { Anchor } from '@marquee/ui/Anchor/Anchor.tsx';
import { buttonClass } from '@marquee/ui/Button/look.tsx';
import { Dialog } from '@marquee/ui/Dialog/Dialog.tsx';
import { useState } from 'react';
import type { LaterMessages } from '../../../../messages/messages.ts';
import { usePage } from '../../../../state/page.ts';
import { startText } from '../../time/show-text.ts';
import css from './CalendarDialog.module.css';
import type { Choice } from './choices.ts';

/** Which of the day's shows, and into which calendar. Every calendar is a link, so nothing is sent anywhere before. */
export function CalendarDialog({ choices, later, onClose }: { choices: readonly Choice[]; later: LaterMessages; onClose: () => void }) {
  const { m } = usePage();
  const [chosen, choose] = useState(choices[0]);
  return (
    <Dialog title={later.film.addToCalendar()} closeLabel={m.common.close()} onClose={onClose} look="list">
      <div className={css.calendar}>
        <fieldset>
          <legend>{later.film.calendarChoose()}</legend>
          {choices.map((choice, place) => (
            <Show key={choice.id} choice={choice} first={place === 0} checked={choice === chosen} onChoose={() => choose(choice)} />
          ))}
        </fieldset>
        {chosen === undefined ? null : <Calendars choice={chosen} later={later} />}
      </div>
    </Dialog>
  );
}

function Show({ choice, first, checked, onChoose }: { choice: Choice; first: boolean; checked: boolean; onChoose: () => void }) {
  const page = usePage();
  return (
    <label className={css.show}>
      <input type="radio" name="calendar-show" checked={checked} onChange={onChoose} data-autofocus={first ? '' : undefined} />
      <b className="num">{startText(page, choice.show)}</b> <span className="quiet small">{choice.note}</span>
    </label>
  );
}

function Calendars({ choice: { id, event }, later }: { choice: Choice; later: LaterMessages }) {
  const { m } = usePage();
  const look = buttonClass({ kind: 'line', wide: true });
  const file = calendarFile(id);
  return (
    <ul className={css.links}>
      <li>
        <Anchor
          className={look}
          link={{ label: later.film.calendarGoogle(), href: googleCalendar(event), external: true }}
          windowLabel={m.common.opensInNewWindow}
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
          windowLabel={m.common.opensInNewWindow}
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
