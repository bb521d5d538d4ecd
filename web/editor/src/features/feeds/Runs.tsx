import { useParams } from '@tanstack/react-router';
import { Button } from '../../parts/Button.tsx';
import { ErrorScreen } from '../../parts/ErrorScreen.tsx';
import { Card, Empty, Page, Skeleton } from '../../parts/Surface.tsx';
import { Trail } from '../../parts/Trail.tsx';
import { useOpenSite } from '../../state/drafts.ts';
import { useFeedRuns, useFeeds } from '../../state/feeds/queries.ts';
import { screenPath } from '../../state/location.ts';
import { useMessages } from '../../state/messages.ts';
import { RunTable } from './RunTable.tsx';
import styles from './Feeds.module.css';

/** All runs of a feed. */
export function RunsScreen() {
  const { feed = '' } = useParams({ strict: false });
  return <Runs key={feed} feed={feed} />;
}

function Runs({ feed }: { readonly feed: string }) {
  const { feeds: words, nav, common } = useMessages();
  const { site } = useOpenSite();
  const { data: known } = useFeeds();
  const pages = useFeedRuns(feed);
  const name = known?.feeds.find(({ id }) => id === feed)?.name ?? '';
  const title = name === '' ? words.allRuns() : words.allRunsOf({ name });
  const runs = pages.data?.pages.flatMap((page) => page.runs) ?? [];
  return (
    <Page
      title={title}
      lead={words.runsLead()}
      trail={<Trail links={[{ label: nav.feeds(), href: screenPath(site.key, 'feeds') }]} current={title} />}
    >
      {pages.isPending && <Skeleton label={common.loading()} />}
      {pages.error !== null && <ErrorScreen error={pages.error} onRetry={() => void pages.refetch()} />}
      {pages.data !== undefined && (
        <Card>
          {runs.length === 0 ? <Empty title={words.noLatest()} /> : <RunTable label={title} runs={runs} />}
          {pages.hasNextPage && (
            <div className={styles['more']}>
              <Button onPress={() => void pages.fetchNextPage()} isBusy={pages.isFetchingNextPage}>
                {common.more()}
              </Button>
            </div>
          )}
        </Card>
      )}
    </Page>
  );
}
