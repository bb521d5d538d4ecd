import { isPlainClick } from '@marquee/ui/clicks.ts';
import type { FilmPage } from '@marquee/api/schema.gen.ts';
import { Glyph } from '@marquee/ui/Icon/Glyph.tsx';
import { MORE_ICONS } from '@marquee/ui/Icon/more-icons.ts';
import { useState, type MouseEvent, type ReactElement } from 'react';
import { usePage } from '../../../../state/page.ts';
import { calendarShowsOf } from './calendar-shows.ts';

/** Link to the film's calendar file. With scripts, opens a dialog to choose a show and a calendar. */
export function CalendarButton({ film, className }: { film: FilmPage; className: string }) {
  const page = usePage();
  const [dialog, setDialog] = useState<ReactElement | null>(null);
  const shows = calendarShowsOf(page, film);
  const openDialog = async () => {
    try {
      const [{ CalendarDialog }, later] = await Promise.all([import('./CalendarDialog.tsx'), page.messages.later()]);
      setDialog(
        <CalendarDialog shows={shows} filmFile={film.calendarHref} later={later.messages} onClose={() => setDialog(null)} />,
      );
    } catch {
      // The dialog could not be loaded: follow the link.
      location.assign(film.calendarHref);
    }
  };
  const onClick = (event: MouseEvent) => {
    if (shows.length === 0 || !isPlainClick(event)) return;
    event.preventDefault();
    void openDialog();
  };
  return (
    <>
      <a className={className} href={film.calendarHref} onClick={onClick}>
        <Glyph path={MORE_ICONS.calendarPlus} />
        {page.messages.film.calendar()}
      </a>
      {dialog}
    </>
  );
}
