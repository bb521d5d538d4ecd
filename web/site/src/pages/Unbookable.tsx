import type { UnbookablePage } from '@marquee/api/schema.gen.ts';
import { ButtonLink } from '@marquee/ui/Button/look.tsx';
import { cx } from '@marquee/ui/cx.ts';
import { LeaderArt } from '../features/content/ErrorArt.tsx';
import { NextDays } from '../features/programme/film/ShowGroups.tsx';
import { reason, startText, stateOf } from '../features/programme/time/show-text.ts';
import { useLater } from '../state/later.ts';
import { usePage } from '../state/page.ts';
import css from './ErrorView.module.css';

/** A show somebody came to book that cannot be booked: why, and what can be booked instead. */
export function Unbookable({ page: { film, show, day, theater, next, phone } }: { page: UnbookablePage }) {
  const page = usePage();
  const words = useLater().errors;
  const when = [day, startText(page, show), theater].filter((part) => part !== '').join(' · ');
  return (
    <div className={cx('wrap', css.state)}>
      <div className={css.in}>
        <div>
          <p className={css.code}>{reason(page, stateOf(show, false), false)}</p>
          <h1>{words.unbookableTitle()}</h1>
          <p className={css.words}>
            <b>{film.title}</b>, {when}
          </p>
          <div className={css.actions}>
            <ButtonLink size="l" href={film.href}>
              {words.allTimes({ title: film.title })}
            </ButtonLink>
          </div>
          {next.length === 0 ? (
            <p className={css.words}>{phone === '' ? null : words.call({ phone })}</p>
          ) : (
            <NextDays days={next} title={film.title} />
          )}
        </div>
        <div className={css.art}>
          <LeaderArt />
        </div>
      </div>
    </div>
  );
}
