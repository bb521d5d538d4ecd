import type { FilmPage } from '@marquee/api/schema.gen.ts';
import { Glyph } from '@marquee/ui/Icon/Glyph.tsx';
import { MORE_ICONS } from '@marquee/ui/Icon/more-icons.ts';
import { useState, type MouseEvent, type ReactElement } from 'react';
import { laterMessages } from '../../../../messages/later.ts';
import { localeOf } from '../../../../messages/messages.ts';
import { usePage } from '../../../../state/page.ts';
import { choicesOf } from './choices.ts';

/** A link to the film's calendar file; with scripts it asks which show goes into which calendar. */
export function CalendarButton({ film, className }: { film: FilmPage; className: string }) {
  const page = usePage();
  const [dialog, setDialog] = useState<ReactElement | null>(null);
  const choices = choicesOf(page, film);
  const ask = async () => {
    try {
      const [{ CalendarDialog }, later] = await Promise.all([
        import('./CalendarDialog.tsx'),
        laterMessages(localeOf(page.context.intl.locale.short)),
      ]);
      setDialog(<CalendarDialog choices={choices} later={later} onClose={() => setDialog(null)} />);
    } catch {
      // The dialog did not come; the link leads to the file.
      location.assign(film.calendarHref);
    }
  };
  const onClick = (event: MouseEvent) => {
    if (choices.length === 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void ask();
  };
  return (
    <>
      <a className={className} href={film.calendarHref} onClick={onClick}>
        <Glyph path={MORE_ICONS.calendarPlus} />
        {page.m.film.calendar()}
      </a>
      {dialog}
    </>
  );
}
