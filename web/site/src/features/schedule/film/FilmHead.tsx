import type { FilmPage } from '@marquee/api/schema.gen.ts';
import { buttonClass } from '@marquee/ui/Button/look.tsx';
import { cx } from '@marquee/ui/cx.ts';
import { Icon } from '@marquee/ui/Icon/Icon.tsx';
import { Picture } from '@marquee/ui/Picture/Picture.tsx';
import { backdropPicture } from '../../../state/lead-picture.ts';
import { pictureSource } from '../../../state/media.ts';
import { labelsOf, runtimeText, usePage, type Page } from '../../../state/page.ts';
import { Badges } from '../card/Badges.tsx';
import { Poster } from '../card/Poster.tsx';
import { Facts } from '../hero/Hero.tsx';
import { Trailer } from '../Trailer.tsx';
import { AccessMark } from './AccessMark.tsx';
import { CalendarButton } from './calendar/CalendarButton.tsx';
import css from './FilmHead.module.css';
import { ShareButton } from './ShareButton.tsx';

/** The head of a film's page: backdrop with the trailer, poster, badges, facts, tagline, actions. */
export function FilmHead({ film: page }: { film: FilmPage }) {
  const data = usePage();
  const { messages, site } = data;
  const { film, backdrop, trailer } = page;
  const small = buttonClass({ kind: 'line', size: 's' });
  return (
    <div className={cx(css.head, backdrop === undefined && css.bare)}>
      {backdrop === undefined ? null : (
        <div className={css.frame}>
          <div className={css.art}>
            <Backdrop picture={backdrop} />
            {trailer === undefined ? null : (
              <Trailer trailer={trailer} title={film.title} className={css.play} iconOnly>
                <Icon name="play" size="l" filled />
              </Trailer>
            )}
          </div>
        </div>
      )}
      <div className={cx('wrap', css.grid)}>
        <Poster film={film} loading={backdrop === undefined ? 'first' : 'eager'} sizes="200px" className={css.poster} />
        <div className={css.text}>
          <div className={css.badges}>
            <Badges film={film} />
            <Access access={page.access} />
          </div>
          <h1>{film.title}</h1>
          <Facts facts={facts(data, page)} />
          {page.tagline === '' ? null : <p className={css.line}>{page.tagline}</p>}
          <div className={css.actions}>
            {trailer === undefined ? null : (
              <Trailer trailer={trailer} title={film.title} className={cx(small, css.trailer)}>
                <Icon name="play" />
                {messages.film.watchTrailer()}
              </Trailer>
            )}
            {site.watchlist && site.account !== undefined ? (
              <a
                className={page.empty?.kind === 'comingSoon' ? buttonClass({ size: 's' }) : small}
                href={site.account.href}
                data-heart={film.id}
              >
                <Icon name="heart" />
                {messages.watchlist.label()}
              </a>
            ) : null}
            {page.calendarHref === '' ? null : <CalendarButton className={small} film={page} />}
            <ShareButton className={small} title={film.title} />
          </div>
        </div>
      </div>
    </div>
  );
}

function Backdrop({ picture }: { picture: NonNullable<FilmPage['backdrop']> }) {
  const page = usePage();
  const lead = backdropPicture(page, picture);
  return <Picture source={pictureSource(page.site.key, picture, lead.use)} sizes={lead.sizes} loading="first" />;
}

function facts(data: Page, { film, genres, directors }: FilmPage): string[] {
  return [
    film.certificate ?? '',
    runtimeText(data.messages, film.runtime),
    genres.join(', '),
    directors.join(', '),
    film.year ? String(film.year) : '',
  ].filter((fact) => fact !== '');
}

/** The film's accessibility attributes. Screen readers get all names as one text. */
function Access({ access }: { access: readonly string[] }) {
  const page = usePage();
  const names = labelsOf(page, access);
  if (names === '') return null;
  return (
    <span className={css.access} title={names}>
      <span className="sr">{names}</span>
      {access.map((key) => (
        <AccessMark key={key} access={key} />
      ))}
    </span>
  );
}
