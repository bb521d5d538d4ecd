import type { EditorFeed, TheaterWithoutFeed } from '@marquee/api/editor.gen.ts';
import { cx } from '@marquee/ui/cx.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-aria-components';
import { IconButton, IconLink } from '../../parts/Button.tsx';
import { Menu, type MenuEntry } from '../../parts/Overlay.tsx';
import { Table, Tag, VisuallyHidden } from '../../parts/Surface.tsx';
import { focusHeading, useFocusFallback } from '../../parts/use-focus-fallback.ts';
import { useAgo, useNow } from '../../state/clock.ts';
import { useOpenSite } from '../../state/drafts.ts';
import { hasShows } from '../../state/feeds/form.ts';
import { needsPerson } from '../../state/feeds/health.ts';
import { systemOf } from '../../state/feeds/systems.ts';
import { feedPath, runPath, runsPath, screenPath } from '../../state/location.ts';
import { useFormats, useMessages } from '../../state/messages.ts';
import { can } from '../../state/roles.ts';
import { Days, Health, Mark, SystemMark, useTheaterNames, useWhen } from './words.tsx';
import styles from './Feeds.module.css';

interface Actions {
  /** Id of the feed that runs now. */
  readonly running: string | undefined;
  readonly onRun: (feed: EditorFeed) => void;
  readonly onToggle: (feed: EditorFeed) => void;
  readonly onPush: (feed: EditorFeed) => void;
  readonly onTitles: (feed: EditorFeed) => void;
  readonly onRemove: (feed: EditorFeed) => void;
}

/** The feeds with their health, and the theaters that have none. */
export function FeedTable({
  feeds,
  withoutFeed,
  ...actions
}: Actions & { readonly feeds: readonly EditorFeed[]; readonly withoutFeed: readonly TheaterWithoutFeed[] }) {
  const { feeds: words, nav } = useMessages();
  return (
    <Table label={nav.feeds()} narrow="rows">
      <thead>
        <tr>
          <th scope="col">{words.feed()}</th>
          <th scope="col">{words.health()}</th>
          <th scope="col">{words.days()}</th>
          <th scope="col">{words.lastRun()}</th>
          <th scope="col">{words.nextRun()}</th>
          <th scope="col" className={styles['number']}>
            {words.shows()}
          </th>
          <th scope="col" className={styles['number']}>
            {words.warnings()}
          </th>
          <th scope="col">
            <VisuallyHidden>{words.actions()}</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody>
        {feeds.map((feed) => (
          <FeedRow key={feed.id} feed={feed} {...actions} />
        ))}
        {withoutFeed.map((theater) => (
          <TypedRow key={theater.id} theater={theater} />
        ))}
      </tbody>
    </Table>
  );
}

/** A mark, a name and what belongs to it. */
const Name = ({ mark, title, lines }: { readonly mark: ReactNode; readonly title: ReactNode; readonly lines: string }) => (
  <span className={styles['feed']}>
    {mark}
    <span>
      {title}
      <small>{lines}</small>
    </span>
  </span>
);

/** Buttons at the end of a row. */
const Buttons = ({ children }: { readonly children: ReactNode }) => <span className={styles['actions']}>{children}</span>;

function FeedRow({ feed, running, onRun, onToggle, onPush, onTitles, onRemove }: Actions & { readonly feed: EditorFeed }) {
  const { feeds: words } = useMessages();
  const { number } = useFormats();
  const { site } = useOpenSite();
  const when = useWhen();
  const ago = useAgo();
  const namesOf = useTheaterNames();
  const { id, name, health, days, lastRun, shows, warnings } = feed;
  const isRunning = running === id;
  return (
    <tr
      ref={useFocusFallback<HTMLTableRowElement>(focusHeading)}
      data-feed={id}
      className={cx(styles['row'], needsPerson(feed) && styles['waiting'])}
    >
      <th scope="row">
        <Name
          mark={<SystemMark system={systemOf(feed.format)} />}
          title={
            <Link href={runsPath(site.key, id)} className={styles['link'] ?? ''} data-row="">
              {name}
            </Link>
          }
          lines={namesOf(feed)}
        />
      </th>
      <td data-label={words.health()}>
        <output>{isRunning ? <Tag icon="refresh">{words.running()}</Tag> : <Health health={health} />}</output>
      </td>
      <td data-label={words.days()}>
        <Days name={name} days={days} />
      </td>
      <td data-label={words.lastRun()}>
        {lastRun === undefined ? (
          words.never()
        ) : (
          <span className={styles['lines']}>
            <Link href={runPath(site.key, id, lastRun.id)} className={styles['link'] ?? ''}>
              {when(lastRun.started)}
            </Link>
            <small>{ago(lastRun.started)}</small>
          </span>
        )}
      </td>
      <td data-label={words.nextRun()}>
        <NextRun feed={feed} />
      </td>
      <td data-label={words.shows()} className={styles['number']}>
        {hasShows(feed) ? number(shows) : '–'}
      </td>
      <td data-label={words.warnings()} className={cx(styles['number'], warnings === 0 && styles['none'])}>
        {number(warnings)}
      </td>
      <td>
        <Buttons>
          {can(site, 'editProgram') && (
            <IconButton
              icon="refresh"
              label={words.runOf({ name })}
              keys="R"
              isDisabled={running !== undefined}
              onPress={() => onRun(feed)}
            />
          )}
          <FeedMenu feed={feed} onToggle={onToggle} onPush={onPush} onTitles={onTitles} onRemove={onRemove} />
        </Buttons>
      </td>
    </tr>
  );
}

function NextRun({ feed: { health, nextRun } }: { readonly feed: EditorFeed }) {
  const { feeds: words } = useMessages();
  const when = useWhen();
  const now = useNow();
  if (health === 'held') return words.onHold();
  if (nextRun === undefined) return health === 'off' ? words.healths.off() : '';
  const isDue = Date.parse(nextRun) <= now.getTime();
  return isDue ? words.soon() : when(nextRun);
}

/** What else can be done with a feed. */
function FeedMenu({
  feed,
  onToggle,
  onPush,
  onTitles,
  onRemove,
}: Pick<Actions, 'onToggle' | 'onPush' | 'onTitles' | 'onRemove'> & { readonly feed: EditorFeed }) {
  const { feeds: words } = useMessages();
  const { site } = useOpenSite();
  const { id, name, isOn } = feed;
  const ofShows: readonly MenuEntry[] = [
    { id: 'titles', label: words.titles(), icon: 'film', onAction: () => onTitles(feed) },
    { id: 'push', label: words.push(), icon: 'key', onAction: () => onPush(feed) },
  ];
  const settings: readonly MenuEntry[] = [
    { id: 'change', label: words.change(), icon: 'settings', href: feedPath(site.key, id) },
    {
      id: 'switch',
      label: isOn ? words.switchOff() : words.switchOn(),
      icon: isOn ? 'eyeOff' : 'check',
      onAction: () => onToggle(feed),
    },
    ...(hasShows(feed) ? ofShows : []),
    { id: 'remove', label: words.remove(), icon: 'trash', onAction: () => onRemove(feed) },
  ];
  return (
    <Menu
      label={words.menuOf({ name })}
      trigger={<IconButton icon="more" label={words.menuOf({ name })} />}
      entries={[
        { id: 'runs', label: words.allRuns(), icon: 'list', href: runsPath(site.key, id) },
        ...(can(site, 'editSettings') ? settings : []),
      ]}
    />
  );
}

/** A theater whose shows are typed in. */
function TypedRow({ theater: { name, shows } }: { readonly theater: TheaterWithoutFeed }) {
  const { feeds: words } = useMessages();
  const { number } = useFormats();
  const { site } = useOpenSite();
  return (
    <tr className={styles['row']}>
      <th scope="row">
        <Name mark={<Mark icon="keyboard" />} title={words.typedIn()} lines={name} />
      </th>
      <td data-label={words.health()}>
        <Tag icon="minus">{words.noFeed()}</Tag>
      </td>
      <td className={styles['blank']} colSpan={3}>
        <VisuallyHidden>{words.noRuns()}</VisuallyHidden>
      </td>
      <td data-label={words.shows()} className={styles['number']}>
        {number(shows)}
      </td>
      <td className={styles['blank']}>–</td>
      <td>
        <Buttons>
          <IconLink icon="right" label={`${words.openProgram()}: ${name}`} href={screenPath(site.key, 'program')} />
        </Buttons>
      </td>
    </tr>
  );
}
