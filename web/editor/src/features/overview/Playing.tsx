import { ButtonLink } from '../../parts/Button.tsx';
import { ErrorScreen } from '../../parts/ErrorScreen.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Meter } from '../../parts/Plots.tsx';
import { Card, Empty, Skeleton } from '../../parts/Surface.tsx';
import { useOpenSite } from '../../state/drafts.ts';
import { useFeeds } from '../../state/feeds/queries.ts';
import { feedPath, programPath, screenPath, todayPath } from '../../state/location.ts';
import { useFormats, useMessages } from '../../state/messages.ts';
import type { useOverview } from '../../state/overview.ts';
import { can, canSomewhere } from '../../state/roles.ts';
import { type PlayingRow, minutesBetween, nextShowOf, playingRows } from './playing-rows.ts';
import { Poster } from './Poster.tsx';
import styles from './Overview.module.css';

/** What is playing and what is next: a row for each theater, or for each screen of a single location. */
export function Playing({ query, now }: { readonly query: ReturnType<typeof useOverview>; readonly now: Date }) {
  const { overview, common } = useMessages();
  const { number } = useFormats();
  const { site } = useOpenSite();
  const { data, error } = query;
  const rows = playingRows(data?.theaters ?? []);
  // A table of a later day's shows does not begin with the count of today.
  const isLater = nextShowOf(data?.theaters ?? []) !== undefined;
  const isEmpty = useIsEmpty(rows);
  const count = (data?.theaters ?? []).reduce((sum, { showsToday }) => sum + showsToday, 0);
  return (
    <Card
      title={overview.playing()}
      trailing={
        data !== undefined &&
        !(count === 0 && isLater) && (
          <>
            <p className={styles['period']}>{overview.showsToday({ count, text: number(count) })}</p>
            {count > 0 && (
              <ButtonLink look="ghost" size="small" href={todayPath(site.key)}>
                {overview.fullDay()} <Icon name="arrowRight" small />
              </ButtonLink>
            )}
          </>
        )
      }
    >
      {data === undefined && error === null && <Skeleton label={common.loading()} />}
      {data === undefined && error !== null && <ErrorScreen error={error} onRetry={() => void query.refetch()} />}
      {data !== undefined && isEmpty && <NoProgram />}
      {rows.length > 0 && !isEmpty && (
        <table className={styles['playing']}>
          <thead>
            <tr>
              <th>{(data?.theaters.length ?? 0) > 1 ? overview.theater() : overview.screen()}</th>
              <th>{overview.playingNow()}</th>
              <th>{overview.next()}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row key={row.id} row={row} now={now} zone={data?.theaters[0]?.timeZone} />
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}

/** Whether nothing plays in 24 hours: without a feed or without rows, a table has nothing to say. */
function useIsEmpty(rows: readonly PlayingRow[]): boolean {
  const feeds = useFeeds().data?.feeds;
  return (
    rows.length === 0 || (feeds?.length === 0 && rows.every(({ playing, next }) => playing === undefined && next === undefined))
  );
}

/** Where shows come from, and the next step. */
function NoProgram() {
  const { overview } = useMessages();
  const { site } = useOpenSite();
  const feeds = useFeeds().data?.feeds;
  const mayEdit = canSomewhere(site, 'editProgram');
  if (feeds === undefined) return <Empty title={overview.noProgram()} />;
  if (feeds.length > 0)
    return (
      <Empty
        title={overview.noProgram()}
        action={<ButtonLink href={screenPath(site.key, 'feeds')}>{overview.checkFeeds()}</ButtonLink>}
      >
        {overview.noProgramFeeds()}
      </Empty>
    );
  return (
    <Empty
      title={overview.noProgram()}
      action={
        mayEdit && (
          <div className={styles['actions']}>
            <ButtonLink look="solid" href={screenPath(site.key, 'program')}>
              {overview.typeIn()}
            </ButtonLink>
            <ButtonLink href={programPath(site.key, true)}>{overview.importSheet()}</ButtonLink>
            {can(site, 'editSettings') && <ButtonLink href={feedPath(site.key)}>{overview.connectFeed()}</ButtonLink>}
          </div>
        )
      }
    >
      {mayEdit && overview.noProgramText()}
    </Empty>
  );
}

function Row({
  row,
  now,
  zone,
}: {
  readonly row: PlayingRow;
  readonly now: Date;
  /** The time zone of the page; times in others name theirs. */
  readonly zone: string | undefined;
}) {
  const { overview } = useMessages();
  const { timeIn } = useFormats();
  const { name, timeZone, screens, seats, playing, next } = row;
  const isRunning = playing !== undefined && new Date(playing.endsAt) > now;
  return (
    <tr>
      <th scope="row">
        <b>{name === '' ? overview.otherScreen() : name}</b>
        {screens !== undefined && <small>{overview.screens({ count: screens })}</small>}
        {seats !== undefined && <small>{overview.seats({ count: seats })}</small>}
      </th>
      <td>
        {isRunning ? (
          <div className={styles['film']}>
            <Poster film={playing.film} />
            <div>
              {playing.film.title}
              <span className={styles['progress']}>
                <Meter
                  isShort
                  part={now.getTime() - new Date(playing.startsAt).getTime()}
                  whole={new Date(playing.endsAt).getTime() - new Date(playing.startsAt).getTime()}
                />
                <small>{overview.minutesLeft({ minutes: minutesBetween(now, playing.endsAt) })}</small>
              </span>
            </div>
          </div>
        ) : (
          <span className={styles['quiet']}>{overview.nothingPlaying()}</span>
        )}
      </td>
      <td>
        {next === undefined ? (
          <span className={styles['quiet']}>{overview.noNext()}</span>
        ) : (
          <>
            <b>{timeIn(next.startsAt, timeZone, zone)}</b> <small>{untilWords(minutesBetween(now, next.startsAt), overview)}</small>
            <span className={styles['quiet']}>{next.film.title}</span>
          </>
        )}
      </td>
    </tr>
  );
}

function untilWords(minutes: number, overview: ReturnType<typeof useMessages>['overview']): string {
  const hours = Math.floor(minutes / 60);
  return hours === 0 ? overview.inMinutes({ minutes }) : overview.inHours({ hours, minutes: minutes % 60 });
}
