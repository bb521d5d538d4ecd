import { cx } from '@marquee/ui/cx.ts';
import type { ReactNode } from 'react';
import type { AttentionItem, SiteOverview } from '@marquee/api/editor.gen.ts';
import { ButtonLink } from '../../parts/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import type { IconName } from '../../parts/icons.ts';
import { Card, Empty, List, Tag } from '../../parts/Surface.tsx';
import { screenOf, useChangeWords } from '../../state/changes.ts';
import { contentChecks } from '../../state/content/checks.ts';
import { placePath } from '../../state/content/dead-links.ts';
import { encodedPath } from '../../state/content/pages.ts';
import { contrastsOf, isLow } from '../../state/design/contrast.ts';
import { hasTheme, themeColorsOf } from '../../state/design/theme.ts';
import type { DraftState } from '../../state/draft/machine.ts';
import { useOpenSite } from '../../state/drafts.ts';
import { pictureSegment } from '../../state/media/filters.ts';
import { recordPath, runPath, runsPath, SCREENS, type Screen, screenPath } from '../../state/location.ts';
import { type EditorMessages, type Formats, useFormats, useMessages } from '../../state/messages.ts';
import { can } from '../../state/roles.ts';
import { useSession } from '../../state/session.ts';
import { nextShowOf } from './playing-rows.ts';
import styles from './Overview.module.css';

interface Task {
  readonly id: string;
  readonly icon: IconName;
  /** How urgent it is. */
  readonly mood: 'warn' | 'bad';
  readonly title: string;
  readonly why: string;
  /** The label of the button and where it leads; absent if this editor has no screen for it. */
  readonly action?: { readonly label: string; readonly href: string };
}

/** Tasks of what the draft has. They follow each edit. */
function useDraftTasks(state: DraftState): readonly Task[] {
  const { overview, publish } = useMessages();
  const { list } = useFormats();
  const { wordsOf: changeWordsOf } = useChangeWords(state.server.problems.length > 0);
  const { site } = useOpenSite();
  const fix = (screen: Screen): Task['action'] => ({ label: overview.fix(), href: screenPath(site.key, screen) });
  const problems = state.server.problems.slice(0, 3).map(({ pointer, message }): Task => ({
    id: pointer,
    icon: 'warning',
    mood: 'bad',
    title: changeWordsOf(pointer, state.content).part,
    why: message,
    action: { label: overview.fix(), href: screenPath(site.key, screenOf(pointer)) },
  }));
  const { deadLinks } = contentChecks(state.content);
  const [firstDead] = deadLinks;
  const links: Task = {
    id: 'links',
    icon: 'tree',
    mood: 'warn',
    title: publish.deadLinks({ count: deadLinks.length }),
    why: overview.deadLinksWhy({ labels: list(deadLinks.slice(0, 3).map(({ label }) => label)) }),
    ...(firstDead === undefined ? {} : { action: { label: overview.fix(), href: placePath(site.key, firstDead.place) } }),
  };
  const low = hasTheme(state.content) ? contrastsOf(themeColorsOf(state.content)).filter(isLow).length : 0;
  const contrast: Task = {
    id: 'contrast',
    icon: 'palette',
    mood: 'warn',
    title: overview.lowContrast({ count: low }),
    why: overview.lowContrastWhy(),
    ...withAction(fix('design')),
  };
  return [...problems, ...(deadLinks.length > 0 ? [links] : []), ...(low > 0 ? [contrast] : [])];
}

const withAction = (action: Task['action']): Pick<Task, 'action'> => (action === undefined ? {} : { action });

/** The address of the place where an item is fixed; undefined if this editor has no such screen. */
function placeOf(site: string, { place }: AttentionItem): string | undefined {
  const screen = SCREENS.find((name) => name === place.screen);
  if (screen === undefined) return undefined;
  if (place.record === undefined) return screenPath(site, screen);
  if (screen === 'feeds')
    return place.field === undefined ? runsPath(site, place.record) : runPath(site, place.record, place.field);
  if (screen === 'pages') return recordPath(site, screen, encodedPath(place.record));
  if (screen === 'media') return recordPath(site, screen, pictureSegment(place.record));
  return screen === 'team' ? `${screenPath(site, screen)}${place.record}/` : recordPath(site, screen, place.record);
}

type Words = Pick<Task, 'icon' | 'title' | 'why'> & { readonly label: string };

/** The words of an item of the server; undefined for those that the draft or the publication state shows. */
function wordsOf({ kind, names, count, at }: AttentionItem, { overview }: EditorMessages, formats: Formats): Words | undefined {
  const name = names[0] ?? '';
  const all = formats.list(names);
  switch (kind) {
    case 'heldFeed':
      return { icon: 'clock', title: overview.heldFeed({ count, name }), why: overview.heldFeedWhy(), label: overview.seeRun() };
    case 'staleFeed':
      return { icon: 'clock', title: overview.staleFeed({ count, name }), why: overview.staleFeedWhy(), label: overview.seeRuns() };
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
    case 'noPoster':
      return {
        icon: 'picture',
        title: overview.noPoster({ count, name }),
        why: count === 1 ? overview.noPosterWhy() : all,
        label: overview.addPicture(),
      };
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

/** What needs a person, the worst first, at most five. */
function useTasks(state: DraftState, server: SiteOverview | undefined): readonly Task[] {
  const messages = useMessages();
  const { overview } = messages;
  const formats = useFormats();
  const { site } = useOpenSite();
  const { data } = useSession();
  const draft = useDraftTasks(state);
  const found = (server?.attention ?? []).flatMap((item): readonly Task[] => {
    const words = wordsOf(item, messages, formats);
    if (words === undefined) return [];
    const { label, ...shown } = words;
    const href = placeOf(site.key, item);
    return [{ id: item.kind, mood: 'warn', ...shown, ...(href === undefined ? {} : { action: { label, href } }) }];
  });
  const totp: Task = {
    id: 'totp',
    icon: 'shield',
    mood: 'warn',
    title: overview.noTotp(),
    why: overview.noTotpWhy(),
    action: { label: overview.setUp(), href: screenPath(site.key, 'team') },
  };
  // A passkey is both factors.
  const isPlain = data !== undefined && data !== null && !data.operator.hasTotp && data.operator.passkeys === 0;
  return [...draft, ...found, ...(isPlain ? [totp] : [])].slice(0, 5);
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
