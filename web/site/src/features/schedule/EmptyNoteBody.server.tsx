import type { EmptyNote as Note, ShowDate } from '@marquee/api/schema.gen.ts';
import { ButtonLink } from '@marquee/ui/Button/look.tsx';
import { cx } from '@marquee/ui/cx.ts';
import { phoneHref } from '../../state/href.ts';
import { dayInSentence, usePage } from '../../state/page.ts';
import css from './EmptyNote.module.css';

/** The content of the note, see EmptyNote.tsx. */
export function EmptyNoteBody({ note, shows }: { note: Note; shows: boolean }) {
  const page = usePage();
  const { messages } = page;
  const Heading = shows ? 'h2' : 'h3';
  switch (note.kind) {
    case 'nextDay':
      return (
        <div className={css.empty}>
          <Heading>{note.closed === '' ? messages.empty.noShowsThisDay() : note.closed}</Heading>
          <NextDay next={note.next} />
        </div>
      );
    case 'over':
      return (
        <div className={css.empty}>
          <Heading>{messages.empty.over()}</Heading>
          {note.next === undefined ? null : <NextDay next={note.next} />}
        </div>
      );
    case 'filtered':
      return (
        <div className={css.empty}>
          <Heading>{shows ? messages.empty.filteredShows() : messages.empty.filtered()}</Heading>
          <FilterLinks note={note} />
        </div>
      );
    case 'comingSoon':
      return (
        <div className={css.empty}>
          <Heading>
            {note.opens === '' ? null : `${messages.empty.opens({ day: dayInSentence(page, note.opens) })} `}
            {messages.empty.noTickets()}
          </Heading>
        </div>
      );
    case 'notShowing':
      return (
        <div className={css.empty}>
          <Heading>{messages.empty.notShowing({ place: note.place })}</Heading>
        </div>
      );
    case 'noSchedule':
      return (
        <div className={css.empty}>
          <Heading>{messages.empty.noSchedule()}</Heading>
          {note.phone === '' ? null : (
            <p className="quiet small">
              <a className={cx('link', css.call)} href={phoneHref(note.phone)}>
                {messages.empty.callUs({ phone: note.phone })}
              </a>
            </p>
          )}
        </div>
      );
    case 'nothingAnnounced':
      return (
        <div className={css.empty}>
          <Heading>{messages.empty.nothingAnnounced()}</Heading>
        </div>
      );
  }
}

/** The nearest match, with links to it and to clear the filters. */
function FilterLinks({ note: { nearest, clearHref } }: { note: Extract<Note, { kind: 'filtered' }> }) {
  const page = usePage();
  const { messages } = page;
  return (
    <>
      {nearest === undefined ? null : <p className="quiet small">{nearest.text}</p>}
      <p className={css.actions}>
        <ButtonLink kind="line" size="s" href={clearHref}>
          {messages.filters.clear()}
        </ButtonLink>
        {nearest === undefined ? null : (
          <ButtonLink kind="ghost" size="s" href={nearest.href}>
            {messages.empty.goTo({ day: dayInSentence(page, nearest.label) })}
          </ButtonLink>
        )}
      </p>
    </>
  );
}

function NextDay({ next }: { next: ShowDate }) {
  const page = usePage();
  return (
    <ButtonLink kind="line" size="s" href={next.href}>
      {page.messages.empty.nextDay({ day: dayInSentence(page, next.label) })}
    </ButtonLink>
  );
}
