import { type ReactNode, useState } from 'react';
import { Button } from '../../parts/Button.tsx';
import { Checkbox } from '../../parts/Choice.tsx';
import { FeedSources } from '../../parts/FeedSources.tsx';
import { TextField } from '../../parts/Field.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Thumbnail } from '../../parts/Picture.tsx';
import { Restricted } from '../../parts/Restricted.tsx';
import { nameOfOnly } from '../../state/feeds/sources.ts';
import { useMessages } from '../../state/messages.ts';
import { nameOfAttribute } from '../../state/program/attributes.ts';
import { laterDay, localTimeOf, weekdayOf } from '../../state/program/clock.ts';
import { repeatOffsets } from '../../state/program/edits.ts';
import { type PlacedShow, nearestFreeStart, placedShow } from '../../state/program/placement.ts';
import { type FieldName, type ProgramShow, type ShowFields, differencesFromFeed } from '../../state/program/shows.ts';
import { ShowForm } from './ShowForm.tsx';
import type { ProgramActions } from './use-actions.ts';
import { type Program, screenName } from './use-program.ts';
import { useWords } from './use-words.ts';
import styles from './ShowPanel.module.css';

export interface ShowPanelProps {
  readonly program: Program;
  readonly show: ProgramShow;
  readonly actions: ProgramActions;
  readonly onChange: (values: Partial<ShowFields>) => void;
  readonly onEditAttributes: () => void;
  readonly onClose: () => void;
}

/** The poster, the title and the facts of the film of a show. */
export function ShowHead({
  program,
  placed,
  isTitled = false,
  children,
}: {
  readonly program: Program;
  readonly placed: PlacedShow;
  /** Whether the title of the film is above it. */
  readonly isTitled?: boolean;
  readonly children?: ReactNode;
}) {
  const { program: words } = useMessages();
  const { length, time } = useWords();
  const { film, end, show } = placed;
  const facts = [
    film.certificate,
    film.runtime === undefined ? words.noLength() : length(film.runtime),
    words.endsShort({ time: time(end) }),
    screenName(program, show.fields.screen),
  ];
  return (
    <div className={styles['head']}>
      <Thumbnail picture={film.poster} icon="film" />
      <div>
        {!isTitled && <b>{film.title}</b>}
        <small>{facts.filter((fact) => fact !== '').join(' · ')}</small>
      </div>
      {children}
    </div>
  );
}

/** What is wrong, what the feed says, the fields, and what can be done with the show. */
export function ShowPanel(props: ShowPanelProps) {
  const { program, show, onChange, onEditAttributes } = props;
  const { program: words } = useMessages();
  const [isEditing, setEditing] = useState(show.feed === undefined);
  const { origin } = show;
  const source = nameOfOnly(program.sourcesOf(show));
  return (
    <div className={styles['panel']}>
      <Warnings {...props} />
      {(origin === 'overridden' || origin === 'hidden') && <Comparison {...props} />}
      {origin === 'feed' && !isEditing && (
        <p className={styles['locked']}>
          <Icon name="lock" small /> {source === undefined ? words.fromFeedText() : words.fromNamedText({ name: source })}
        </p>
      )}
      {show.feed !== undefined && <FeedSources feeds={program.sourcesOf(show)} />}
      <Restricted permission="editProgram" theater={program.theater.id}>
        {isEditing && <ShowForm {...{ program, show, onChange, onEditAttributes }} isAutoFocused />}
        <Actions {...props} isEditing={isEditing} onEdit={() => setEditing(true)} />
      </Restricted>
    </div>
  );
}

/** The warnings, each with the change that settles it. */
export function Warnings({ program, show, actions }: Pick<ShowPanelProps, 'program' | 'show' | 'actions'>) {
  const { program: words } = useMessages();
  const { warning, time } = useWords();
  const { start, end } = placedShow(show, program.films, program.theater.rules);
  const { day } = show.local;
  const { screen } = show.fields;
  return program.warnings
    .filter((entry) => entry.show === show.id)
    .map((entry) => {
      const isClash = entry.kind === 'overlap' || entry.kind === 'gap';
      const free = isClash
        ? nearestFreeStart(program.placed, { day, screen, start, length: end - start, ignore: show.id })
        : undefined;
      return (
        <div key={entry.kind} className={styles[entry.kind === 'overlap' ? 'bad' : 'warn']}>
          <Icon name="warning" />
          <span>{warning(program, entry)}</span>
          {free !== undefined && show.feed === undefined && program.mayEdit && (
            <Button size="small" onPress={() => actions.move([{ show, day, screen, minutes: free }])}>
              {words.moveTo({ time: time(free) })}
            </Button>
          )}
        </div>
      );
    });
}

/** What visitors see beside what the feed says. */
function Comparison({ program, show }: ShowPanelProps) {
  const { program: words } = useMessages();
  const { date, time, formats } = useWords();
  const { feed, origin } = show;
  const source = nameOfOnly(program.sourcesOf(show));
  if (feed === undefined) return null;
  const changed = differencesFromFeed(show);
  const valueOf = (fields: ShowFields, name: FieldName): string => {
    if (name === 'startsAt') {
      const local = localTimeOf(program.theater.clock, fields.startsAt);
      if (local === undefined) return '';
      return local.day === show.local.day && feed.startsAt.slice(0, 10) === fields.startsAt.slice(0, 10)
        ? time(local.minutes)
        : `${date(local.day)}, ${time(local.minutes)}`;
    }
    if (name === 'screen') return screenName(program, fields.screen);
    if (name === 'attributes') return fields.attributes.map((key) => nameOfAttribute(program.attributes, key)).join(', ');
    if (name === 'price')
      return fields.price === undefined ? words.none() : formats.money(fields.price.amount, fields.price.currency);
    return String(fields[name] ?? words.none());
  };
  return (
    <>
      <dl className={styles['comparison']}>
        <div>
          <dt>{words.onYourSite()}</dt>
          {origin === 'hidden' ? (
            <dd>{words.origins.hidden()}</dd>
          ) : (
            changed.map((name) => <dd key={name}>{valueOf(show.fields, name)}</dd>)
          )}
        </div>
        <div>
          <dt>{source === undefined ? words.feedSaysLabel() : words.namedSays({ name: source })}</dt>
          {(origin === 'hidden' ? (['startsAt'] as const) : changed).map((name) => (
            <dd key={name}>{valueOf(feed, name)}</dd>
          ))}
        </div>
      </dl>
      <p className={styles['hint']}>{origin === 'hidden' ? words.hiddenText() : words.overriddenText()}</p>
    </>
  );
}

/** The buttons of a show. */
function Actions({
  program,
  show,
  actions,
  onClose,
  isEditing,
  onEdit,
}: ShowPanelProps & { readonly isEditing: boolean; readonly onEdit: () => void }) {
  const { program: words } = useMessages();
  const { time } = useWords();
  const [isRepeating, setRepeating] = useState(false);
  const { feed, origin } = show;
  const start = feed === undefined ? undefined : localTimeOf(program.theater.clock, feed.startsAt);
  const close = (run: () => void) => (): void => {
    run();
    onClose();
  };
  return (
    <>
      {isRepeating && <Repeat show={show} onRepeat={(weekdays, until) => close(() => actions.repeat(show, weekdays, until))()} />}
      <footer className={styles['actions']}>
        {feed !== undefined && origin !== 'feed' && (
          <Button look="solid" icon="reset" onPress={() => actions.reset(show)}>
            {start === undefined || feed.startsAt === show.fields.startsAt
              ? words.reset()
              : words.resetTo({ time: time(start.minutes) })}
          </Button>
        )}
        {!isEditing && (
          <Button icon="pencil" onPress={onEdit}>
            {words.edit()}
          </Button>
        )}
        {feed === undefined && (
          <Button look="ghost" size="small" icon="copy" onPress={close(() => void actions.duplicate([show]))}>
            {words.duplicate()}
          </Button>
        )}
        <Button look="ghost" size="small" icon="calendar" aria-expanded={isRepeating} onPress={() => setRepeating(!isRepeating)}>
          {words.repeat()}
        </Button>
        <span className={styles['end']}>
          {feed === undefined ? (
            <Button look="ghost" size="small" icon="trash" isDanger onPress={close(() => actions.remove([show]))}>
              {words.remove()}
            </Button>
          ) : origin === 'hidden' ? (
            <Button look="ghost" size="small" onPress={() => actions.unhide(show)}>
              {words.showAgain()}
            </Button>
          ) : (
            <Button look="ghost" size="small" icon="eyeOff" onPress={close(() => actions.remove([show]))}>
              {words.hide()}
            </Button>
          )}
        </span>
      </footer>
    </>
  );
}

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;

/** On which weekdays a show is repeated, and until when. */
function Repeat({
  show,
  onRepeat,
}: {
  readonly show: ProgramShow;
  readonly onRepeat: (weekdays: readonly number[], until: string) => void;
}) {
  const { program: words } = useMessages();
  const { formats } = useWords();
  const { day } = show.local;
  const [weekdays, setWeekdays] = useState<readonly number[]>([weekdayOf(day)]);
  const [until, setUntil] = useState(laterDay(day, 7));
  const count = until === '' ? 0 : repeatOffsets(day, weekdays, until).length;
  const toggle = (weekday: number, isOn: boolean): void =>
    setWeekdays(WEEKDAYS.filter((other) => (other === weekday ? isOn : weekdays.includes(other))));
  return (
    <fieldset className={styles['repeat']} aria-label={words.repeatOn()}>
      <p>{words.repeatOn()}</p>
      <div className={styles['weekdays']}>
        {WEEKDAYS.map((weekday) => (
          <Checkbox
            key={weekday}
            label={formats.shortWeekday(weekday)}
            name={formats.weekday(weekday)}
            isOn={weekdays.includes(weekday)}
            onChange={(isOn) => toggle(weekday, isOn)}
          />
        ))}
      </div>
      <TextField label={words.until()} type="date" value={until} onChange={setUntil} />
      <Button isDisabled={count === 0} onPress={() => onRepeat(weekdays, until)}>
        {words.repeatCount({ count })}
      </Button>
    </fieldset>
  );
}
