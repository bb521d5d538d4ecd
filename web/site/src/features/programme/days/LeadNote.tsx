// oxlint-disable import/no-unassigned-import -- the styles of what the server alone renders

import type { LeadNote as Note, WeekDay } from '@marquee/api/schema.gen.ts';
import { kept } from '@marquee/ui/kept.ts';
import './Days.module.css';
import { DaysBody } from './DaysBody.server.tsx';

const NONE: readonly WeekDay[] = [];

/**
 * Above the films: why another day than today is shown, or every day of the week with its films. Both are only links and text, so
 * the browser keeps the server's markup.
 */
export function LeadNote({ note, week = NONE }: { note: Note | undefined; week: readonly WeekDay[] | undefined }) {
  if (note === undefined && week.length === 0) return null;
  return import.meta.env.SSR ? (
    <div data-lead="">
      <DaysBody note={note} week={week} />
    </div>
  ) : (
    <div data-lead="" {...kept('[data-lead]')} />
  );
}
