// oxlint-disable import/no-unassigned-import -- the styles of the part that only the server renders

import type { EmptyNote as Note } from '@marquee/api/schema.gen.ts';
import { serverHtml } from '@marquee/ui/server-html.ts';
import './EmptyNote.module.css';
import { EmptyNoteBody } from './EmptyNoteBody.server.tsx';

/** Says that there is nothing to show and offers the nearest alternative. At most one a page. `shows`: it replaces showtimes, below the page's h1. */
export function EmptyNote({ note, shows = false }: { note: Note; shows?: boolean }) {
  return import.meta.env.SSR ? (
    <div data-empty="">
      <EmptyNoteBody note={note} shows={shows} />
    </div>
  ) : (
    <div data-empty="" {...serverHtml('[data-empty]')} />
  );
}
