import { screenHref } from '@marquee/rules/loyalty/area/screen-href.ts';
import type { MemberPage } from '@marquee/api/schema.gen.ts';
import { sectionsOf } from '@marquee/rules/loyalty/area/sections.ts';
import { useEffect, useMemo } from 'react';
import { MemberCard } from '../../features/club/card/MemberCard.tsx';
import { WalletButton } from '../../features/club/WalletButton.tsx';
import { TagTimes } from '../../features/schedule/time/TagTimes.tsx';
import { suggest } from '../../features/search/search-state.ts';
import { fetchPage, useFetchedPage } from '../../state/fetched-page.ts';
import { useLaterMessages } from '../../state/later.ts';
import { useMemberDetails } from '../../state/member/use-member.ts';
import { PageProvider, usePage } from '../../state/page.ts';
import { readSearch } from '../../state/read-page.ts';
import css from './Welcome.module.css';

/** Number of films shown to a new member. */
const FILM_COUNT = 3;

/** The welcome of a new member: card, favorite theater, tonight's films. */
export function Welcome({ page: { area, theaters } }: { page: MemberPage }) {
  const { context } = usePage();
  const { join, mine } = useLaterMessages();
  const member = useMemberDetails();
  const number = member.memberCardNumber ?? '';
  const favorite = theaters.find(({ id }) => id === member.preferredCinemaId);
  const hasTheater = !context.isSingleLocation && (favorite !== undefined || sectionsOf(area).includes('theaters'));
  return (
    <div className={css.welcome}>
      <div className={css.card}>
        <MemberCard member={member} area={area} />
        {number === '' || area.walletSaveUrl === '' ? null : <WalletButton cardNumber={number} />}
      </div>
      {hasTheater ? (
        <section aria-labelledby="favorite">
          <h2 id="favorite">{join.theater()}</h2>
          <p>
            {favorite === undefined ? (
              <a className="link" href={screenHref(area.href, 'theaters')}>
                {mine.addTheater()}
              </a>
            ) : (
              <a className="link" href={favorite.href}>
                {favorite.name}
              </a>
            )}
          </p>
        </section>
      ) : null}
      <Tonight />
    </div>
  );
}

/** The first films that play today, or on the next day with times. Renders nothing while loading. */
function Tonight() {
  const page = usePage();
  const { search } = useLaterMessages();
  const { searchHref } = page.site;
  useEffect(() => void fetchPage(searchHref), [searchHref]);
  const fetched = useFetchedPage(searchHref);
  const data = useMemo(() => (fetched.kind === 'ready' ? readSearch(fetched.data) : undefined), [fetched]);
  const { day, films } = suggest(data?.entries ?? [], FILM_COUNT);
  if (data === undefined || films.length === 0) return null;
  return (
    <PageProvider page={{ ...page, attributes: { ...page.attributes, ...data.attributes } }}>
      <section aria-labelledby="tonight">
        <h2 id="tonight">{day === '' ? search.onToday() : search.onDay({ day })}</h2>
        <ul className={css.films}>
          {films.map(({ href, title, shows = [] }) => (
            <li key={href}>
              <h3>
                <a href={href}>{title}</a>
              </h3>
              <TagTimes shows={shows} title={title} />
            </li>
          ))}
        </ul>
      </section>
    </PageProvider>
  );
}
