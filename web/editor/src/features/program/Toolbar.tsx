import { Button as AriaButton } from 'react-aria-components';
import { Button, IconButton, IconLink } from '../../parts/Button.tsx';
import { Segments } from '../../parts/Choice.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Menu } from '../../parts/Overlay.tsx';
import { RestrictionNote } from '../../parts/Restricted.tsx';
import { Tag } from '../../parts/Surface.tsx';
import { useAgo } from '../../state/clock.ts';
import { useOpenSite } from '../../state/drafts.ts';
import { importPath } from '../../state/location.ts';
import { useMessages } from '../../state/messages.ts';
import { laterDay } from '../../state/program/clock.ts';
import { type WarningKind, countOf } from '../../state/program/placement.ts';
import { can, canAt } from '../../state/roles.ts';
import type { ProgramActions } from './use-actions.ts';
import { type Program, showView } from './use-program.ts';
import { useWords } from './use-words.ts';
import styles from './Program.module.css';

/** Chooses the theater, of several. */
export function TheaterSelect({ program }: { readonly program: Program }) {
  const { program: words } = useMessages();
  const { theater, theaters } = program;
  if (theaters.length < 2)
    return (
      <span className={styles['theater']}>
        <span>{theater.name}</span>
      </span>
    );
  return (
    <Menu
      label={words.theater()}
      trigger={
        <AriaButton className={styles['theater'] ?? ''} aria-label={words.theaterOf({ name: theater.name })}>
          <span>{theater.name}</span> <Icon name="down" small />
        </AriaButton>
      }
      entries={theaters.map(({ id, name }) => ({
        id,
        label: name,
        isCurrent: id === theater.id,
        onAction: () => showView({ theater: id }),
      }))}
    />
  );
}

const CHIPS: readonly { readonly kind: WarningKind; readonly mood: 'bad' | 'warn' }[] = [
  { kind: 'overlap', mood: 'bad' },
  { kind: 'gap', mood: 'warn' },
  { kind: 'hours', mood: 'warn' },
  { kind: 'closed', mood: 'warn' },
  { kind: 'picture', mood: 'warn' },
];

/** Where the times come from, and when they were read; the feed itself is one press away in each show. */
function FeedTag({ program: { sources } }: { readonly program: Program }) {
  const { program: words } = useMessages();
  const ago = useAgo();
  const [only, ...others] = sources;
  const read = others.length === 0 ? only?.lastRun?.started : undefined;
  const isKnown = only !== undefined && read !== undefined;
  return <Tag icon="lock">{isKnown ? words.timesFromNamed({ name: only.name, ago: ago(read) }) : words.timesFromFeed()}</Tag>;
}

/** The number of warnings of each kind. A press shows the next one. */
function Chips({ program, onWarning }: { readonly program: Program; readonly onWarning: (kind: WarningKind) => void }) {
  const { program: words } = useMessages();
  const days = program.view.kind === 'day' ? [program.day] : program.days;
  const placed = program.placed.filter(({ show }) => days.includes(show.local.day));
  const ids = new Set(placed.map(({ show }) => show.id));
  const warnings = program.warnings.filter(({ show }) => ids.has(show));
  const differing = placed.filter(({ show }) => show.origin === 'overridden' || show.origin === 'hidden').length;
  return (
    <>
      {placed.some(({ show }) => show.feed !== undefined) && <FeedTag program={program} />}
      {differing > 0 && (
        <Tag mood="warn" icon="pencil">
          {words.differing({ count: differing })}
        </Tag>
      )}
      {CHIPS.map(({ kind, mood }) => {
        const count = countOf(warnings, kind);
        return (
          count > 0 && (
            <AriaButton key={kind} className={styles['chip'] ?? ''} onPress={() => onWarning(kind)}>
              <Tag mood={mood} icon={kind === 'overlap' ? 'warning' : 'info'}>
                {words.chips[kind]({ count })}
              </Tag>
            </AriaButton>
          )
        );
      })}
    </>
  );
}

/** Pages by a week or a day. */
function Paging({ program }: { readonly program: Program }) {
  const { program: words } = useMessages();
  const { date, formats } = useWords();
  const { view, day, days } = program;
  const isDay = view.kind === 'day';
  const step = isDay ? 1 : 7;
  const label = isDay ? date(day) : formats.dateRange(days[0] ?? day, days.at(-1) ?? day);
  return (
    <div className={styles['paging']}>
      <IconButton
        icon="left"
        label={isDay ? words.previousDay() : words.previousWeek()}
        keys=","
        onPress={() => showView({ day: laterDay(day, -step) })}
      />
      <AriaButton
        className={styles['range'] ?? ''}
        aria-label={words.toToday({ range: label })}
        onPress={() => showView({ day: '' })}
      >
        {label}
      </AriaButton>
      <IconButton
        icon="right"
        label={isDay ? words.nextDay() : words.nextWeek()}
        keys="."
        onPress={() => showView({ day: laterDay(day, step) })}
      />
    </div>
  );
}

interface EditProps {
  readonly program: Program;
  readonly actions: ProgramActions;
  readonly onAdd: () => void;
  readonly onRules: () => void;
  readonly onSpreadsheet: () => void;
}

/** The tools of those who may change the program of the theater. */
function EditTools({ program, actions, onAdd, onRules, onSpreadsheet }: EditProps) {
  const { program: words } = useMessages();
  return (
    <>
      <IconButton icon="file" label={words.sheetTitle()} onPress={onSpreadsheet} />
      <IconButton icon="settings" label={words.rulesTitle()} onPress={onRules} />
      {program.view.kind === 'day' ? (
        <Button icon="copy" onPress={() => actions.copyDay(laterDay(program.day, -7), program.day)}>
          {words.copySameDay()}
        </Button>
      ) : (
        <Button icon="copy" onPress={actions.copyLastWeek}>
          {words.copyLastWeek()}
        </Button>
      )}
      <Button icon="plus" onPress={onAdd}>
        {words.addShow()}
      </Button>
    </>
  );
}

/** The bar above the grid. */
export function Toolbar({
  program,
  actions,
  heading,
  publishing,
  onWarning,
  onAdd,
  onRules,
  onSpreadsheet,
}: EditProps & {
  readonly heading: React.RefObject<HTMLHeadingElement | null>;
  readonly publishing: { readonly isPending: boolean; readonly mutate: (days: readonly string[]) => void };
  readonly onWarning: (kind: WarningKind) => void;
}) {
  const { program: words, programImport, nav } = useMessages();
  const { site } = useOpenSite();
  const { view, changedDays, mayEdit } = program;
  const isDay = view.kind === 'day';
  const days = isDay ? changedDays.filter((day) => day === program.day) : changedDays;
  return (
    <header className={styles['tools']}>
      <h1 ref={heading} tabIndex={-1}>
        {nav.program()}
      </h1>
      <TheaterSelect program={program} />
      <Paging program={program} />
      <div className={styles['chips']}>
        <Chips program={program} onWarning={onWarning} />
      </div>
      <Segments
        label={words.view()}
        value={view.kind}
        options={[
          { value: 'day', label: words.day() },
          { value: 'week', label: words.week() },
        ]}
        onChange={(kind) => showView({ kind })}
      />
      {can(site, 'editProgram') && <IconLink icon="upload" label={programImport.title()} href={importPath(site.key)} />}
      {mayEdit && <EditTools {...{ program, actions, onAdd, onRules, onSpreadsheet }} />}
      {canAt(site, 'publish', program.theater.id) && days.length > 0 && (
        <Button look="solid" isBusy={publishing.isPending} onPress={() => publishing.mutate(days)}>
          {words.publishDays({ count: days.length })}
        </Button>
      )}
      <div className={styles['restriction']}>
        <RestrictionNote permission="editProgram" theater={program.theater.id} />
      </div>
    </header>
  );
}
