import type { UnbookablePage } from '@marquee/api/schema.gen.ts';
import { ButtonLink } from '@marquee/ui/Button/look.tsx';
import { cx } from '@marquee/ui/cx.ts';
import { LeaderArt } from '../features/content/ErrorArt.tsx';
import { NextDays } from '../features/schedule/film/ShowGroups.tsx';
import { startText, stateOf, stateText } from '../features/schedule/time/show-text.ts';
import { useLaterMessages } from '../state/later.ts';
import { usePage } from '../state/page.ts';
import css from './ErrorView.module.css';

/** Shown for a booking link whose show cannot be booked: the reason, and the film's next bookable shows. */
export function Unbookable({ page: { film, show, day, theater, next, phone } }: { page: UnbookablePage }) {
  const page = usePage();
  const texts = useLaterMessages().errors;
  const when = [day, startText(page, show), theater].filter((part) => part !== '').join(' · ');
  return (
    <div className={cx('wrap', css.error)}>
      <div className={css.columns}>
        <div>
          <p className={css.code}>{stateText(page, stateOf(show, false), false)}</p>
          <h1>{texts.unbookableTitle()}</h1>
          <p className={css.text}>
            <b>{film.title}</b>, {when}
          </p>
          <div className={css.actions}>
            <ButtonLink size="l" href={film.href}>
              {texts.allTimes({ title: film.title })}
            </ButtonLink>
          </div>
          {next.length === 0 ? (
            <p className={css.text}>{phone === '' ? null : texts.call({ phone })}</p>
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
