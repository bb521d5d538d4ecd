import type { EmptyNote as Note } from '@marquee/api/schema.gen.ts';
import { ButtonLink } from '@marquee/ui/Button/look.tsx';
import { cx } from '@marquee/ui/cx.ts';
import { phoneHref } from '../../state/href.ts';
import { usePage } from '../../state/page.tsx';
import css from './EmptyNote.module.css';

/**
 * Says what is missing, and offers the nearest thing that exists. Never looks like a broken page.
 * `shows`: it stands where showtimes stand, under the page's own heading.
 */
export function EmptyNote({ note, shows = false }: { note: Note; shows?: boolean }) {
  const { m } = usePage();
  const Heading = shows ? 'h2' : 'h3';
  switch (note.kind) {
    case 'nextDay':
      return (
        <div className={css.empty}>
          <Heading>{m.empty.noShowsThisDay()}</Heading>
          <ButtonLink kind="line" size="s" href={note.next.href}>
            {m.empty.nextDay({ day: note.next.label })}
          </ButtonLink>
        </div>
      );
    case 'filtered':
      return (
        <div className={css.empty}>
          <Heading>{shows ? m.empty.filteredShows() : m.empty.filtered()}</Heading>
          <ButtonLink kind="line" size="s" href={note.clearHref}>
            {m.filters.clear()}
          </ButtonLink>
        </div>
      );
    case 'noProgramme':
      return (
        <div className={css.empty}>
          <Heading>{m.empty.noProgramme()}</Heading>
          {note.phone === '' ? null : (
            <p className="quiet small">
              <a className={cx('link', css.call)} href={phoneHref(note.phone)}>
                {m.empty.callUs({ phone: note.phone })}
              </a>
            </p>
          )}
        </div>
      );
    case 'nothingAnnounced':
      return (
        <div className={css.empty}>
          <Heading>{m.empty.nothingAnnounced()}</Heading>
        </div>
      );
  }
}
