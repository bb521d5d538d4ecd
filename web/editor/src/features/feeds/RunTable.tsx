import type { FeedRun } from '@marquee/api/editor.gen.ts';
import { Link } from 'react-aria-components';
import { Table } from '../../parts/Surface.tsx';
import { useOpenSite } from '../../state/drafts.ts';
import { secondsOf } from '../../state/feeds/health.ts';
import { runPath } from '../../state/location.ts';
import { useFormats, useMessages } from '../../state/messages.ts';
import { Result, useWhen } from './words.tsx';
import styles from './Feeds.module.css';

/** Runs, each with a link to its report. `nameOf` names the feed of a run; absent if all are of one feed. */
export function RunTable({
  label,
  runs,
  nameOf,
}: {
  readonly label: string;
  readonly runs: readonly FeedRun[];
  readonly nameOf?: (run: FeedRun) => string;
}) {
  const { feeds: words } = useMessages();
  const { number, duration } = useFormats();
  const { site } = useOpenSite();
  const when = useWhen();
  const numbers = ['added', 'moved', 'gone'] as const;
  return (
    <Table label={label} narrow="rows">
      <thead>
        <tr>
          <th scope="col">{words.when()}</th>
          {nameOf !== undefined && <th scope="col">{words.feed()}</th>}
          <th scope="col">{words.result()}</th>
          {numbers.map((name) => (
            <th key={name} scope="col" className={styles['number']}>
              {words[name]()}
            </th>
          ))}
          <th scope="col" className={styles['number']}>
            {words.took()}
          </th>
        </tr>
      </thead>
      <tbody>
        {runs.map((run) => (
          <tr key={`${run.feed} ${run.id}`} className={styles['row']}>
            <th scope="row">
              <Link href={runPath(site.key, run.feed, run.id)} className={styles['link'] ?? ''} data-row="">
                {when(run.started)}
              </Link>
            </th>
            {nameOf !== undefined && <td data-label={words.feed()}>{nameOf(run)}</td>}
            <td data-label={words.result()}>
              <Result run={run} />
            </td>
            {numbers.map((name) => (
              <td key={name} data-label={words[name]()} className={styles['number']}>
                {number(run[name])}
              </td>
            ))}
            <td data-label={words.took()} className={styles['number']}>
              {duration(secondsOf(run))}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
