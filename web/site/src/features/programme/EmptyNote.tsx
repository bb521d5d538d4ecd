import type { EmptyNote as Note } from '@marquee/api/schema.gen.ts';
import { ButtonLink } from '@marquee/ui/Button/Button.tsx';
import { phoneHref } from '../../state/href.ts';
import { usePage } from '../../state/page.tsx';
import css from './EmptyNote.module.css';

/** Says what is missing, and offers the nearest thing that exists. Never looks like a broken page. */
export function EmptyNote({ note, shows = false }: { note: Note; shows?: boolean }) {
  const { m } = usePage();
  switch (note.kind) {
    case 'nextDay':
      return (
        <div className={css.empty}>
          <h3>{m.empty.noShowsThisDay()}</h3>
          <ButtonLink kind="line" size="s" href={note.next.href}>
            {m.empty.nextDay({ day: note.next.label })}
          </ButtonLink>
        </div>
      );
    case 'filtered':
      return (
        <div className={css.empty}>
          <h3>{shows ? m.empty.filteredShows() : m.empty.filtered()}</h3>
          <ButtonLink kind="line" size="s" href={note.clearHref}>
            {m.filters.clear()}
          </ButtonLink>
        </div>
      );
    case 'noProgramme':
      return (
        <div className={css.empty}>
          <h3>{m.empty.noProgramme()}</h3>
          {note.phone === '' ? null : (
            <p className="quiet small">
              <a className="link" href={phoneHref(note.phone)}>
                {m.empty.callUs({ phone: note.phone })}
              </a>
            </p>
          )}
        </div>
      );
    case 'nothingAnnounced':
      return (
        <div className={css.empty}>
          <h3>{m.empty.nothingAnnounced()}</h3>
        </div>
      );
  }
}
