import { useLayoutEffect, useRef, useState } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import type { MemberProfileResponse } from '@marquee/api/editor.gen.ts';
import { Button } from '../../parts/Button.tsx';
import { ErrorScreen } from '../../parts/ErrorScreen.tsx';
import { Avatar, Card, List, Note, Quiet, Skeleton, Tag } from '../../parts/Surface.tsx';
import { useOpenSite } from '../../state/drafts.ts';
import { isTyping } from '../../state/keys.ts';
import { moneyText } from '../../state/members/points.ts';
import { useProfile, useRecords } from '../../state/members/queries.ts';
import { type Member, type TrailEntry, changedFields, levelName, memberOf, orderOf, trailOf } from '../../state/members/records.ts';
import { useFormats, useLanguage, useMessages } from '../../state/messages.ts';
import { can } from '../../state/roles.ts';
import { Actions, ExportMember, ResendConfirmation, useStanding } from './Actions.tsx';
import { AdjustPoints } from './AdjustPoints.tsx';
import { Cards } from './Cards.tsx';
import styles from './Members.module.css';
import { Notes } from './Notes.tsx';

/** A member: figures, points, orders, cards, and what was done. */
export function Profile({
  id,
  canChange,
  hasSignInPage,
}: {
  readonly id: string;
  readonly canChange: boolean;
  readonly hasSignInPage: boolean;
}) {
  const { common } = useMessages();
  const { data, error, refetch } = useProfile(id);
  if (data === undefined)
    return error === null ? <Skeleton label={common.loading()} /> : <ErrorScreen error={error} onRetry={() => void refetch()} />;
  return <Details profile={data} canChange={canChange} hasSignInPage={hasSignInPage} />;
}

function Details({
  profile,
  canChange,
  hasSignInPage,
}: {
  readonly profile: MemberProfileResponse;
  readonly canChange: boolean;
  readonly hasSignInPage: boolean;
}) {
  const { members: words } = useMessages();
  const { site } = useOpenSite();
  const member = memberOf(profile.member);
  const standing = useStanding(member);
  return (
    <div className={styles['profile']}>
      <div className={styles['center']}>
        {member.standing === 'blocked' && (
          <Note
            mood="bad"
            title={words.blockedTitle({ name: member.name })}
            action={
              canChange && (
                <Button size="small" isBusy={standing.isPending} onPress={() => standing.mutate({ standing: 'active' })}>
                  {words.unblock()}
                </Button>
              )
            }
          />
        )}
        <Who member={member} canResend={canChange && hasSignInPage} />
        <Figures member={member} profile={profile} />
        {canChange && can(site, 'adjustPoints') && <AdjustPoints member={member} />}
        <Orders profile={profile} />
        <Cards member={member} cards={profile.cards} canChange={canChange} />
        {profile.favoriteFilms.length + profile.favoriteTheaters.length > 0 && (
          <Card title={words.favorites()}>
            <div className={styles['favorites']}>
              {[...profile.favoriteTheaters, ...profile.favoriteFilms].map((name) => (
                <Tag key={name}>{name}</Tag>
              ))}
            </div>
          </Card>
        )}
      </div>
      <aside className={styles['aside']}>
        <Notes member={member} notes={profile.notes} canChange={canChange} />
        <section>
          <h2>{words.trail()}</h2>
          <Trail entries={trailOf(profile)} />
        </section>
        {canChange ? (
          <Actions member={member} hasSignInPage={hasSignInPage} />
        ) : (
          <div className={styles['actions']}>
            <ExportMember member={member} />
          </div>
        )}
      </aside>
    </div>
  );
}

/** Name, addresses and card, and the email that a member waits for. The name takes the focus. */
function Who({ member, canResend }: { readonly member: Member; readonly canResend: boolean }) {
  const { members: words } = useMessages();
  const { fullDay } = useFormats();
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    if (!isTyping(document.activeElement)) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <header className={styles['who']}>
      <span className={styles['big']}>
        <Avatar name={member.name} />
      </span>
      <div>
        <h1 ref={heading} tabIndex={-1}>
          {member.name}
        </h1>
        <p>{[member.email, member.phone].filter((text) => text !== '').join(' · ')}</p>
        <p>{[member.cardCode, words.added({ date: fullDay(member.createdAt) })].filter((text) => text !== '').join(' · ')}</p>
        {member.standing !== 'active' && member.standing !== 'blocked' && (
          <Tag mood="warn">{words.standings[member.standing]()}</Tag>
        )}
      </div>
      {canResend && <ResendConfirmation member={member} />}
    </header>
  );
}

function Figures({ member, profile }: { readonly member: Member; readonly profile: MemberProfileResponse }) {
  const { members: words } = useMessages();
  const { number, day, fullDay } = useFormats();
  const { locale } = useLanguage();
  const { data: levels } = useRecords('levels');
  const figures = [
    { name: words.points(), value: number(member.points), note: words.lifetime({ number: number(member.lifetimePoints) }) },
    {
      name: words.level(),
      value: levelName(levels?.items ?? [], member.levelId) || words.noLevel(),
      note: member.expiresAt === '' ? '' : words.until({ date: fullDay(member.expiresAt) }),
    },
    {
      name: words.visits(),
      value: number(profile.visits),
      note: profile.lastVisit === undefined ? '' : words.lastVisit({ date: day(profile.lastVisit) }),
    },
    {
      name: words.spent(),
      value: profile.spent === undefined ? '–' : moneyText(locale, profile.spent.amount, profile.spent.currency),
      note: words.inYear(),
    },
  ];
  return (
    <Card>
      <dl className={styles['figures']}>
        {figures.map(({ name, value, note }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <b>{value}</b>
              <small>{note}</small>
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

/** How many orders are shown at first. */
const FEW = 5;

function Orders({ profile }: { readonly profile: MemberProfileResponse }) {
  const { members: words, common } = useMessages();
  const { moment, number } = useFormats();
  const { locale } = useLanguage();
  const [isAll, setAll] = useState(false);
  const orders = profile.orders.map(orderOf);
  const kinds: Readonly<Record<string, () => string>> = words.orderKinds;
  const statuses: Readonly<Record<string, () => string>> = words.orderStatuses;
  return (
    <Card title={words.orders()}>
      {orders.length === 0 && <p className={styles['quiet']}>{words.noOrders()}</p>}
      <List>
        {orders.slice(0, isAll ? orders.length : FEW).map((order) => (
          <li key={order.id}>
            <div className={styles['row']}>
              <b>{order.title || kinds[order.kind]?.()}</b>
              <p>
                {moment(order.at)}
                {order.items > 0 && ` · ${words.items({ count: order.items, number: number(order.items) })}`}
              </p>
            </div>
            <span className={styles['figure']}>
              {order.amount > 0 && moneyText(locale, order.amount, order.currency)}
              <small>{statuses[order.status]?.()}</small>
            </span>
          </li>
        ))}
      </List>
      {orders.length > FEW && !isAll && (
        <div className={styles['foot']}>
          <Button size="small" look="ghost" onPress={() => setAll(true)}>
            {common.more()}
          </Button>
        </div>
      )}
    </Card>
  );
}

function Trail({ entries }: { readonly entries: readonly TrailEntry[] }) {
  const { members: words, common } = useMessages();
  const { moment } = useFormats();
  const [isAll, setAll] = useState(false);
  const text = useTrailWords();
  if (entries.length === 0) return <Quiet>{words.noTrail()}</Quiet>;
  return (
    <>
      <ul className={styles['trail']}>
        {entries.slice(0, isAll ? entries.length : 8).map((entry, index) => {
          const { title, reason } = text(entry);
          return (
            // oxlint-disable-next-line react/no-array-index-key -- entries have no identity
            <li key={index}>
              <b>{title}</b>
              <small>
                {entry.actor === ''
                  ? moment(entry.at)
                  : words.you({ actor: entry.actor === 'member' ? words.self() : entry.actor, when: moment(entry.at) })}
              </small>
              {reason !== '' && <small>{words.reasonIs({ reason })}</small>}
            </li>
          );
        })}
      </ul>
      {entries.length > 8 && !isAll && <AriaButton onPress={() => setAll(true)}>{common.more()}</AriaButton>}
    </>
  );
}

/** An entry of the trail in words. */
function useTrailWords(): (entry: TrailEntry) => { readonly title: string; readonly reason: string } {
  const { members: words } = useMessages();
  const { number, list } = useFormats();
  const fields: Readonly<Record<string, () => string>> = words.fields;
  const reasons: Readonly<Record<string, () => string>> = words.blockReasons;
  return ({ kind, points: count, detail }) => {
    const points = { count, number: number(count) };
    switch (kind) {
      case 'added':
        return { title: words.pointsAdded(points), reason: detail };
      case 'deducted':
        return { title: words.pointsDeducted(points), reason: detail };
      case 'earned':
      case 'redeemed':
      case 'expired':
        return { title: words.did[kind](points), reason: '' };
      case 'blocked':
        return { title: words.did.blocked(), reason: reasons[detail]?.() ?? '' };
      case 'changed':
        return {
          title: words.did.changed({ fields: list(changedFields(detail).map((name) => fields[name]?.() ?? name)) }),
          reason: '',
        };
      case 'other':
        return { title: detail, reason: '' };
      default:
        return { title: words.did[kind](), reason: '' };
    }
  };
}
