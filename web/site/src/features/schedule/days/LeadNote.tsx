// oxlint-disable import/no-unassigned-import -- the styles of the part that only the server renders

import type { LeadNote as Note, WeekDay } from '@marquee/api/schema.gen.ts';
import { serverHtml } from '@marquee/ui/server-html.ts';
import './Days.module.css';
import { DaysBody } from './DaysBody.server.tsx';

const NO_DAYS: readonly WeekDay[] = [];

/**
 * Shown above the films: a note if the list is not for today, or the days of the week with their films. It has no event handlers, so the
 * browser reuses the server's markup.
 */
export function LeadNote({ note, week = NO_DAYS }: { note: Note | undefined; week: readonly WeekDay[] | undefined }) {
  if (note === undefined && week.length === 0) return null;
  return import.meta.env.SSR ? (
    <div data-lead="">
      <DaysBody note={note} week={week} />
    </div>
  ) : (
    <div data-lead="" {...serverHtml('[data-lead]')} />
  );
}
