import type { Hero as HeroData } from '@marquee/api/schema.gen.ts';
import { buttonClass } from '@marquee/ui/Button/look.tsx';
import { cx } from '@marquee/ui/cx.ts';
import { Icon } from '@marquee/ui/Icon/Icon.tsx';
import { Picture } from '@marquee/ui/Picture/Picture.tsx';
import type { ReactNode } from 'react';
import { useFirstBookable } from '../../../state/clock.ts';
import { heroPicture } from '../../../state/lead-picture.ts';
import { pictureSource } from '../../../state/media.ts';
import { runtimeText, usePage, type Page } from '../../../state/page.ts';
import { Badges } from '../card/Badges.tsx';
import { Trailer } from '../Trailer.tsx';
import { Time, timesClass } from '../time/Time.tsx';
import css from './Hero.module.css';

/**
 * The featured film. On sites with square corners, the picture is full bleed behind the text; on sites with round ones, it is
 * beside the text. `children` are the shows that start soon.
 */
export function Hero({ hero, children }: { hero: HeroData; children: ReactNode }) {
  const page = usePage();
  const { messages, site } = page;
  const { film } = hero;
  const lead = useFirstBookable(
    hero.shows.map(({ at }) => at),
    site.lateBookingMinutes,
  );
  return (
    <section className={css.hero} id="showtimes" tabIndex={-1} aria-label={messages.hero.label()}>
      <div className={cx('wrap', css.grid)}>
        <div className={css.text}>
          <Badges film={film} />
          <h1 className={css.title}>
            <a href={film.href}>{film.title}</a>
          </h1>
          <Facts facts={heroFacts(page, hero)} />
          {hero.day === undefined ? null : <p className={css.day}>{hero.day}</p>}
          {hero.shows.length > 0 ? (
            <ul className={cx(timesClass, css.times)} aria-label={hero.day ?? messages.hero.today()}>
              {hero.shows.map((show, index) => (
                // oxlint-disable-next-line react/no-array-index-key -- a card's shows have no id and a fixed order
                <Time key={index} show={show} title={film.title} look="hero" lead={index === lead} />
              ))}
            </ul>
          ) : null}
          <div className={css.links}>
            {hero.trailer === undefined ? null : (
              <Trailer trailer={hero.trailer} title={film.title} className={buttonClass({ kind: 'ghost' })}>
                <Icon name="play" />
                {messages.hero.watchTrailer()}
              </Trailer>
            )}
            {site.watchlist && site.account !== undefined ? (
              <a className={buttonClass({ kind: 'ghost' })} href={site.account.href} data-heart={film.id}>
                <Icon name="heart" />
                {messages.watchlist.label()}
              </a>
            ) : null}
          </div>
        </div>
        {hero.picture === undefined ? null : <HeroArt picture={hero.picture} />}
        {children}
      </div>
    </section>
  );
}

function HeroArt({ picture }: { picture: NonNullable<HeroData['picture']> }) {
  const page = usePage();
  const lead = heroPicture(page, picture);
  return (
    <Picture className={css.art} source={pictureSource(page.site.key, picture, lead.use)} sizes={lead.sizes} loading="first" />
  );
}

function heroFacts(page: Page, { film, genres, directors }: HeroData): string[] {
  return [film.certificate ?? '', runtimeText(page.messages, film.runtime), genres.join(', '), directors.join(', ')].filter(
    (fact) => fact !== '',
  );
}

/** A row of facts, separated by dots. */
export function Facts({ facts }: { facts: readonly string[] }) {
  return (
    <ul className={css.facts}>
      {facts.map((fact) => (
        <li key={fact}>{fact}</li>
      ))}
    </ul>
  );
}
