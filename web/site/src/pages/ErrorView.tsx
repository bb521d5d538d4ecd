import type { ErrorPage, SoonShow } from '@marquee/api/schema.gen.ts';
import { ButtonLink } from '@marquee/ui/Button/look.tsx';
import { cx } from '@marquee/ui/cx.ts';
import { Icon } from '@marquee/ui/Icon/Icon.tsx';
import { LeaderArt, ReelArt } from '../features/content/ErrorArt.tsx';
import { isBookable, joinNonEmpty, showName, startText, stateOf } from '../features/schedule/time/show-text.ts';
import { usePage } from '../state/page.ts';
import css from './ErrorView.module.css';

/** An error page, with links to continue. */
export function ErrorView({ page }: { page: ErrorPage }) {
  return (
    <div className={cx('wrap', css.error)}>
      <div className={css.columns}>
        {page.status === 404 ? <NotFound page={page} /> : <Failed page={page} />}
        <div className={css.art}>{page.status === 404 ? <LeaderArt /> : <ReelArt />}</div>
      </div>
    </div>
  );
}

function NotFound({ page }: { page: ErrorPage }) {
  const { site, messages } = usePage();
  return (
    <div>
      <p className={css.code}>{messages.errors.status({ status: page.status })}</p>
      <h1>{messages.errors.notFoundTitle()}</h1>
      <p className={css.text}>{messages.errors.notFoundText()}</p>
      <div className={css.actions}>
        <ButtonLink size="l" href={site.homeHref}>
          {messages.errors.seeToday()}
        </ButtonLink>
        {site.hasSearch ? (
          <ButtonLink kind="line" size="l" href={site.searchHref}>
            <Icon name="search" />
            {messages.common.search()}
          </ButtonLink>
        ) : null}
      </div>
      {page.soon.length === 0 ? null : (
        <>
          <h2 className={css.soon}>{(page.soon[0]?.day ?? '') === '' ? messages.soon.title() : messages.soon.first()}</h2>
          <ul className={css.list}>
            {page.soon.map((item) => (
              <li key={item.show.id}>
                <SoonRow item={item} />
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

function SoonRow({ item: { show, title, filmHref, day = '' } }: { item: SoonShow }) {
  const page = usePage();
  const state = stateOf(show, false);
  const canBook = isBookable(show, state);
  const dayAndTheater = joinNonEmpty(' · ', day, show.theater ?? '');
  return (
    <a
      href={canBook ? show.href : filmHref}
      target="_self"
      aria-label={canBook ? showName(page, show, title, state, joinNonEmpty(' ', title, dayAndTheater)) : undefined}
    >
      <b className="num">{startText(page, show)}</b>{' '}
      <span>
        {title} {dayAndTheater === '' ? null : <small>{dayAndTheater}</small>}
      </span>
      <Icon name="right" size="s" />
    </a>
  );
}

function Failed({ page }: { page: ErrorPage }) {
  const { site, context, messages } = usePage();
  return (
    <div>
      <p className={css.code}>{messages.errors.status({ status: page.status })}</p>
      <h1>{messages.errors.failedTitle()}</h1>
      <p className={css.text}>
        {page.phone === '' ? messages.errors.failedText() : messages.errors.failedCall({ phone: page.phone })}
      </p>
      <div className={css.actions}>
        <ButtonLink size="l" href={context.pagePath}>
          <Icon name="refresh" />
          {messages.common.tryAgain()}
        </ButtonLink>
        <ButtonLink kind="line" size="l" href={site.homeHref}>
          {messages.common.home()}
        </ButtonLink>
      </div>
    </div>
  );
}
