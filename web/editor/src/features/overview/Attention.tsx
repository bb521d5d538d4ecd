import { cx } from '@marquee/ui/cx.ts';
import type { ReactNode } from 'react';
import type { AttentionItem, SiteOverview } from '@marquee/api/editor.gen.ts';
import { ButtonLink } from '../../parts/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import type { IconName } from '../../parts/icons.ts';
import { Card, Empty, List, Tag } from '../../parts/Surface.tsx';
import { useChangeWords } from '../../state/changes.ts';
import { useNow } from '../../state/clock.ts';
import { contentChecks } from '../../state/content/checks.ts';
import { placePath } from '../../state/content/dead-links.ts';
import { contrastsOf, isLow } from '../../state/design/contrast.ts';
import { hasTheme, themeColorsOf } from '../../state/design/theme.ts';
import type { DraftState } from '../../state/draft/machine.ts';
import { useOpenSite } from '../../state/drafts.ts';
import { pictureSegment } from '../../state/media/filters.ts';
import { recordPath, runPath, runsPath, SCREENS, screenPath, showPath, tabPath } from '../../state/location.ts';
import { type EditorMessages, type Formats, useFormats, useMessages } from '../../state/messages.ts';
import { partPath } from '../../state/part-path.ts';
import { pointerOf } from '../../state/pointer.ts';
import { useFoundWords } from '../../state/program/found-words.ts';
import { useProgramChecks } from '../../state/program/overlaps.ts';
import { can, canSomewhere } from '../../state/roles.ts';
import { useSession } from '../../state/session.ts';
import { nextShowOf } from './playing-rows.ts';
import { type TaskKind, taskKind, worstFirst } from './urgency.ts';
import styles from './Overview.module.css';

interface Task {
  readonly id: string;
  readonly kind: TaskKind;
  readonly icon: IconName;
  /** How urgent it is. */
  readonly mood: 'warn' | 'bad';
  readonly title: string;
  readonly why: string;
  /** The label of the button and where it leads; absent if this editor has no screen for it. */
  readonly action?: { readonly label: string; readonly href: string };
}

/** Number of problems of the draft that are tasks. */
const MAX_PROBLEMS = 3;

/** Tasks of what the draft has. They follow each edit. */
function useDraftTasks({ content, server }: DraftState): readonly Task[] {
  const { overview, publish } = useMessages();
  const { list } = useFormats();
  const { wordsOf: changeWordsOf } = useChangeWords(server.problems.length > 0);
  const { site } = useOpenSite();
  const problems = server.problems.slice(0, MAX_PROBLEMS).map(({ pointer, message }): Task => ({
    id: pointer,
    kind: 'draftProblem',
    icon: 'warning',
    mood: 'bad',
    title: changeWordsOf(pointer, content).part,
    why: message,
    action: { label: overview.fix(), href: partPath(site.key, pointer, content) },
  }));
  const { deadLinks } = contentChecks(content);
  const links = deadLinks.slice(0, 1).map(({ place }): Task => ({
    id: 'links',
    kind: 'deadLinks',
    icon: 'tree',
    mood: 'warn',
    title: publish.deadLinks({ count: deadLinks.length }),
    why: overview.deadLinksWhy({ labels: list(deadLinks.slice(0, 3).map(({ label }) => label)) }),
    action: { label: overview.fix(), href: placePath(site.key, place) },
  }));
  const low = hasTheme(content) ? contrastsOf(themeColorsOf(content)).filter(isLow).length : 0;
  const contrast: Task = {
    id: 'contrast',
    kind: 'contrast',
    icon: 'palette',
    mood: 'warn',
    title: overview.lowContrast({ count: low }),
    why: overview.lowContrastWhy(),
    action: { label: overview.fix(), href: screenPath(site.key, 'design') },
  };
  return [...problems, ...links, ...(low > 0 ? [contrast] : [])];
}

/** Tasks of the coming shows: what overlaps, and what differs from the feed. They follow each edit. */
function useProgramTasks(state: DraftState): readonly Task[] {
  const { overview, publish } = useMessages();
  const { site } = useOpenSite();
  const showWords = useFoundWords(state.content);
  const { overlaps, differing } = useProgramChecks(state, useNow().toISOString());
  if (!canSomewhere(site, 'editProgram')) return [];
  const overlap = overlaps.slice(0, 1).map((show): Task => ({
    id: 'overlap',
    kind: 'overlap',
    icon: 'calendar',
    mood: 'bad',
    title: publish.overlapsOn({ count: overlaps.length, day: showWords(show).day }),
    why: showWords(show).place,
    action: { label: overview.fixInProgram(), href: showPath(site.key, show) },
  }));
  const difference = differing.slice(0, 1).map((show): Task => ({
    id: 'differsFromFeed',
    kind: 'differsFromFeed',
    icon: 'feed',
    mood: 'warn',
    title: overview.differsFromFeed({ count: differing.length, name: show.film }),
    why: overview.differsFromFeedWhy(showWords(show)),
    action: { label: overview.compare(), href: showPath(site.key, show) },
  }));
  return [...overlap, ...difference];
}

/** The pointer of the block that an item of the server is about: the server names the page only. */
function blockOf({ kind }: AttentionItem, content: unknown): string | undefined {
  if (kind !== 'noAlternativeText' && kind !== 'missingBlock') return undefined;
  const { noAlt, missingBlocks } = contentChecks(content);
  return (kind === 'missingBlock' ? missingBlocks : noAlt)[0]?.pointer;
}

/** The address of the place where an item is fixed; undefined if this editor has no such screen. */
function placeOf(site: string, item: AttentionItem, content: unknown): string | undefined {
  const { place } = item;
  const { record, field = '' } = place;
  const screen = SCREENS.find((name) => name === place.screen);
  if (screen === undefined) return undefined;
  if (record === undefined) return screenPath(site, screen);
  switch (screen) {
    case 'feeds':
      return field === '' ? runsPath(site, record) : runPath(site, record, field);
    case 'program':
      // The theater, on the day of its last show.
      return showPath(site, { theater: record, day: field, show: '' });
    case 'films':
      return partPath(site, pointerOf('films', record, 'fields', field), content);
    case 'pages':
    case 'events':
      return partPath(site, blockOf(item, content) ?? pointerOf(screen, record), content);
    case 'theaters':
      return partPath(site, pointerOf(screen, record, field), content);
    case 'media':
      return recordPath(site, screen, pictureSegment(record));
    case 'team':
      return tabPath(screenPath(site, screen), 'keys');
    default:
      return recordPath(site, screen, record);
  }
}

type Words = Pick<Task, 'icon' | 'title' | 'why'> & { readonly label: string };

/** The words of an item of the server; undefined for those that the draft or the publication state shows. */
function wordsOf(item: AttentionItem, { overview }: EditorMessages, formats: Formats): Words | undefined {
  const { kind, names, count } = item;
  const name = names[0] ?? '';
  const all = formats.list(names);
  switch (kind) {
    case 'heldFeed':
      return { icon: 'clock', title: overview.heldFeed({ count, name }), why: overview.heldFeedWhy(), label: overview.seeRun() };
    case 'staleFeed':
      return { icon: 'clock', title: overview.staleFeed({ count, name }), why: overview.staleFeedWhy(), label: overview.seeRuns() };
    case 'endingProgram':
      return {
        icon: 'calendar',
        title: overview.endingProgram({ count, name }),
        why: count === 1 ? overview.endingProgramWhy() : all,
        label: overview.seeEndingProgram(),
      };
    case 'similarFilm':
      return {
        icon: 'film',
        title: overview.similarFilm({ count, name }),
        why: overview.similarFilmWhy(),
        label: overview.decide(),
      };
    case 'failingWebhook':
      return {
        icon: 'warning',
        title: overview.failingWebhook({ count, name }),
        why: overview.failingWebhookWhy(),
        label: overview.seeMessages(),
      };
    default:
      return contentWords(item, overview, formats);
  }
}

/** The words of an item of the content, of publications and of keys. */
function contentWords(
  { kind, names, count, at }: AttentionItem,
  overview: EditorMessages['overview'],
  formats: Formats,
): Words | undefined {
  const name = names[0] ?? '';
  const all = formats.list(names);
  switch (kind) {
    case 'failedPublication':
      return {
        icon: 'history',
        title: overview.failedPublication({ count, moment: at === undefined ? '' : formats.moment(at) }),
        why: overview.failedPublicationWhy({ name }),
        label: overview.seeHistory(),
      };
    case 'noPoster':
      return {
        icon: 'picture',
        title: overview.noPoster({ count, name }),
        why: count === 1 ? overview.noPosterWhy() : all,
        label: overview.addPicture(),
      };
    case 'noTrailer':
      return noTrailer(count, name, all, overview);
    case 'noAlternativeText':
      return { icon: 'file', title: overview.noAlt({ count, name }), why: overview.noAltWhy(), label: overview.describe() };
    case 'missingBlock':
      return {
        icon: 'file',
        title: overview.missingBlock({ count, name }),
        why: overview.missingBlockWhy(),
        label: overview.fix(),
      };
    case 'noHours':
      return { icon: 'pin', title: overview.noHours({ count, name }), why: overview.noHoursWhy(), label: overview.addHours() };
    case 'rightsEnding':
      return {
        icon: 'picture',
        title: overview.rightsEnding({ count, name, day: at === undefined ? '' : formats.day(at) }),
        why: overview.rightsEndingWhy(),
        label: overview.seePicture(),
      };
    case 'expiringKey':
      return {
        icon: 'key',
        title: overview.keyExpires({ count, name, day: at === undefined ? '' : formats.day(at) }),
        why: overview.keyExpiresWhy(),
        label: overview.renew(),
      };
    default:
      return undefined;
  }
}

const noTrailer = (count: number, name: string, all: string, overview: EditorMessages['overview']): Words => ({
  icon: 'play',
  title: overview.noTrailer({ count, name }),
  why: count === 1 ? overview.noTrailerWhy() : all,
  label: overview.addTrailer(),
});

/** What needs a person, the worst first, at most five. */
function useTasks(state: DraftState, server: SiteOverview | undefined): readonly Task[] {
  const messages = useMessages();
  const { overview } = messages;
  const formats = useFormats();
  const { site } = useOpenSite();
  const { data } = useSession();
  const draft = useDraftTasks(state);
  const program = useProgramTasks(state);
  const found = (server?.attention ?? []).flatMap((item): readonly Task[] => {
    const kind = taskKind(item.kind);
    const words = wordsOf(item, messages, formats);
    if (words === undefined || kind === undefined) return [];
    const { label, ...shown } = words;
    const href = placeOf(site.key, item, state.content);
    return [{ id: kind, kind, mood: 'warn', ...shown, ...(href === undefined ? {} : { action: { label, href } }) }];
  });
  const totp: Task = {
    id: 'totp',
    kind: 'totp',
    icon: 'shield',
    mood: 'warn',
    title: overview.noTotp(),
    why: overview.noTotpWhy(),
    action: { label: overview.setUp(), href: tabPath(screenPath(site.key, 'team'), 'sign-in') },
  };
  // A passkey is both factors.
  const isPlain = data !== undefined && data !== null && !data.operator.hasTotp && data.operator.passkeys === 0;
  return worstFirst([...draft, ...program, ...found, ...(isPlain ? [totp] : [])]);
}

export function Attention({ state, server }: { readonly state: DraftState; readonly server: SiteOverview | undefined }) {
  const { overview } = useMessages();
  const tasks = useTasks(state, server);
  return (
    <Card title={overview.attention()} trailing={tasks.length > 0 && <Tag mood="warn">{tasks.length}</Tag>}>
      {tasks.length === 0 ? <AllGood server={server} /> : <List>{tasks.map((task) => taskRow(task))}</List>}
    </Card>
  );
}

function taskRow({ id, icon, mood, title, why, action }: Task): ReactNode {
  return (
    <li key={id}>
      <span className={cx(styles['icon'], styles[mood])}>
        <Icon name={icon} />
      </span>
      <div>
        <b>{title}</b>
        <p>{why}</p>
      </div>
      {action !== undefined && (
        <span className={styles['task']}>
          <ButtonLink size="small" href={action.href} aria-label={`${action.label}: ${title}`}>
            <span>{action.label}</span>
            <Icon name="right" small />
          </ButtonLink>
        </span>
      )}
    </li>
  );
}

/** Nothing to do: the next start. */
function AllGood({ server }: { readonly server: SiteOverview | undefined }) {
  const { overview } = useMessages();
  const { timeIn } = useFormats();
  const { site } = useOpenSite();
  const next = server === undefined ? undefined : nextShowOf(server.theaters);
  return (
    <Empty
      title={overview.allGood()}
      action={can(site, 'editSite') && <ButtonLink href={screenPath(site.key, 'design')}>{overview.openDesign()}</ButtonLink>}
    >
      {next === undefined
        ? overview.allGoodText()
        : overview.nextStart({ time: timeIn(next.show.startsAt, next.timeZone), film: next.show.film.title })}
    </Empty>
  );
}
