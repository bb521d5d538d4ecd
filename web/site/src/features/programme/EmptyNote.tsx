// oxlint-disable import/no-unassigned-import -- the styles of what the server alone renders

import type { EmptyNote as Note } from '@marquee/api/schema.gen.ts';
import { kept } from '@marquee/ui/kept.ts';
import './EmptyNote.module.css';
import { EmptyNoteBody } from './EmptyNoteBody.server.tsx';

/**
 * Says what is missing and offers the nearest alternative. Must not look like a broken page. A page has one.
 * `shows`: it stands where showtimes stand, under the page's own heading.
 */
export function EmptyNote({ note, shows = false }: { note: Note; shows?: boolean }) {
  return import.meta.env.SSR ? (
    <div data-empty="">
      <EmptyNoteBody note={note} shows={shows} />
    </div>
  ) : (
    <div data-empty="" {...kept('[data-empty]')} />
  );
}
