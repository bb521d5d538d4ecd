import type { EditorFeed } from '@marquee/api/editor.gen.ts';
import { Link } from 'react-aria-components';
import { useAgo } from '../state/clock.ts';
import { useOpenSite } from '../state/drafts.ts';
import { HEALTH_MOODS } from '../state/feeds/health.ts';
import { runPath, runsPath } from '../state/location.ts';
import { useMessages } from '../state/messages.ts';
import styles from './FeedSources.module.css';
import { Icon } from './Icon.tsx';
import { Tag } from './Surface.tsx';

/** From which feeds something comes, when each was read, and the way to its last run. Nothing without a feed. */
export function FeedSources({ feeds }: { readonly feeds: readonly EditorFeed[] }) {
  const { feeds: words } = useMessages();
  if (feeds.length === 0) return null;
  return (
    <ul className={styles['sources']} aria-label={words.sources()}>
      {feeds.map((feed) => (
        <li key={feed.id}>
          <FeedSource feed={feed} />
        </li>
      ))}
    </ul>
  );
}

function FeedSource({ feed: { id, name, health, lastRun } }: { readonly feed: EditorFeed }) {
  const { feeds: words } = useMessages();
  const { site } = useOpenSite();
  const ago = useAgo();
  const mood = HEALTH_MOODS[health];
  return (
    <>
      <Icon name="feed" small />
      {lastRun === undefined ? (
        <Link href={runsPath(site.key, id)} className={styles['link'] ?? ''}>
          {name}
        </Link>
      ) : (
        <Link
          href={runPath(site.key, id, lastRun.id)}
          aria-label={words.lastReadOf({ name, ago: ago(lastRun.started) })}
          className={styles['link'] ?? ''}
        >
          {words.lastRead({ name, ago: ago(lastRun.started) })}
        </Link>
      )}
      {mood !== 'ok' && <Tag mood={mood}>{words.healths[health]()}</Tag>}
    </>
  );
}
