import { cx } from '@marquee/ui/cx.ts';
import { Button as AriaButton } from 'react-aria-components';
import { Button, IconButton, IconLink } from '../../parts/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Thumbnail } from '../../parts/Picture.tsx';
import { RestrictionNote } from '../../parts/Restricted.tsx';
import { useOpenSite } from '../../state/drafts.ts';
import { importPath } from '../../state/location.ts';
import { useMessages } from '../../state/messages.ts';
import { tagsOf } from '../../state/program/attributes.ts';
import { laterDay, weekdayOf } from '../../state/program/clock.ts';
import { type PlacedShow, countOf } from '../../state/program/placement.ts';
import { isPlayed } from '../../state/program/shows.ts';
import { can, canAt } from '../../state/roles.ts';
import { TheaterSelect } from './Toolbar.tsx';
import type { ProgramActions } from './use-actions.ts';
import { type Program, dayShows, screenName, showView } from './use-program.ts';
import { useWords } from './use-words.ts';
import styles from './Phone.module.css';

interface PhoneProps {
  readonly program: Program;
  readonly actions: ProgramActions;
  readonly publishing: { readonly isPending: boolean; readonly mutate: (days: readonly string[]) => void };
  readonly heading: React.RefObject<HTMLHeadingElement | null>;
  readonly onOpen: (id: string) => void;
  readonly onAdd: () => void;
}

/** The program on phones: the days of a week, and the shows of one of them by time. */
export function PhoneProgram({ program, actions, publishing, heading, onOpen, onAdd }: PhoneProps) {
  const { program: words, programImport, nav } = useMessages();
  const { site } = useOpenSite();
  const { formats } = useWords();
  const { day, days } = program;
  const shows = program.placed.filter(({ show }) => show.local.day === day);
  const before = laterDay(day, -7);
  const countBefore = dayShows(program, before).length;
  return (
    <div className={styles['phone']}>
      <h1 ref={heading} tabIndex={-1}>
        {nav.program()}
      </h1>
      <header className={styles['head']}>
        <TheaterSelect program={program} />
        <span className={styles['week']}>
          <IconButton icon="left" label={words.previousWeek()} onPress={() => showView({ day: laterDay(day, -7) })} />
          {formats.dateRange(days[0] ?? day, days.at(-1) ?? day)}
          <IconButton icon="right" label={words.nextWeek()} onPress={() => showView({ day: laterDay(day, 7) })} />
        </span>
        {can(site, 'editProgram') && <IconLink icon="upload" label={programImport.title()} href={importPath(site.key)} />}
      </header>
      <RestrictionNote permission="editProgram" theater={program.theater.id} />
      <DayStrip program={program} />
      {program.changedDays.includes(day) && <DraftBanner program={program} shows={shows} publishing={publishing} />}
      {shows.length === 0 ? (
        <div className={styles['empty']}>
          <p>{words.emptyDayPhone()}</p>
          {countBefore > 0 && program.mayEdit && (
            <Button icon="copy" onPress={() => actions.copyDay(before, day)}>
              {words.copyLastDay({ day: formats.weekday(weekdayOf(day)), count: countBefore })}
            </Button>
          )}
        </div>
      ) : (
        <ul className={styles['list']}>
          {shows.map((placed) => (
            <ShowRow key={placed.show.id} program={program} placed={placed} onOpen={onOpen} />
          ))}
        </ul>
      )}
      {program.mayEdit && (
        <AriaButton className={styles['add'] ?? ''} data-floating-action="" aria-label={words.addShow()} onPress={onAdd}>
          <Icon name="plus" />
        </AriaButton>
      )}
    </div>
  );
}

/** The days of the week; a dot says that a day differs from what visitors see. */
function DayStrip({ program }: { readonly program: Program }) {
  const { program: words } = useMessages();
  const { weekday, date } = useWords();
  return (
    <ul className={styles['days']}>
      {program.days.map((day) => {
        const isDraft = program.changedDays.includes(day);
        return (
          <li key={day}>
            <AriaButton
              className={cx(styles['dayButton'], day === program.day && styles['on'])}
              aria-label={isDraft ? `${date(day)}, ${words.draft()}` : date(day)}
              {...(day === program.day ? { 'aria-current': 'date' as const } : {})}
              onPress={() => showView({ day })}
            >
              {weekday(day)}
              <b>{Number(day.slice(8))}</b>
              {isDraft && <i />}
            </AriaButton>
          </li>
        );
      })}
    </ul>
  );
}

/** That the day is a draft, what is wrong with it, and its publication. */
function DraftBanner({
  program,
  shows,
  publishing,
}: {
  readonly program: Program;
  readonly shows: readonly PlacedShow[];
  readonly publishing: PhoneProps['publishing'];
}) {
  const { program: words } = useMessages();
  const { site } = useOpenSite();
  const ids = new Set(shows.map(({ show }) => show.id));
  const overlaps = countOf(
    program.warnings.filter(({ show }) => ids.has(show)),
    'overlap',
  );
  return (
    <div className={styles['banner']}>
      <Icon name="pencil" />
      <span>
        {words.draftDay({ count: shows.length })} {overlaps > 0 && words.overlapsText({ count: overlaps })}
      </span>
      {canAt(site, 'publish', program.theater.id) && (
        <Button isBusy={publishing.isPending} onPress={() => publishing.mutate([program.day])}>
          {words.publishDay()}
        </Button>
      )}
    </div>
  );
}

function ShowRow({
  program,
  placed,
  onOpen,
}: {
  readonly program: Program;
  readonly placed: PlacedShow;
  readonly onOpen: (id: string) => void;
}) {
  const { program: words } = useMessages();
  const { time } = useWords();
  const { show, film, start } = placed;
  const hasClash = program.warnings.some((warning) => warning.show === show.id && warning.kind === 'overlap');
  const facts = [
    screenName(program, show.fields.screen),
    ...tagsOf(program.attributes, show.fields.attributes),
    ...(hasClash ? [words.overlaps()] : []),
    ...(show.isCanceled ? [words.canceled()] : []),
    ...(show.origin === 'feed' ? [] : show.feed === undefined ? [] : [words.origins[show.origin]()]),
  ];
  return (
    <li className={cx(hasClash && styles['bad'], !isPlayed(show) && styles['hidden'])}>
      <AriaButton onPress={() => onOpen(show.id)}>
        <b className={styles['time']}>{time(start)}</b>
        <Thumbnail picture={film.poster} icon="film" />
        <span>
          <b>{film.title}</b>
          <small>{facts.filter((fact) => fact !== '').join(' · ')}</small>
        </span>
        <Icon name="right" small />
      </AriaButton>
    </li>
  );
}
