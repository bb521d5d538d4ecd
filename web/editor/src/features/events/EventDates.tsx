import { Button, IconButton } from '../../parts/Button.tsx';
import { Select } from '../../parts/Choice.tsx';
import { Changed } from '../../parts/DraftField.tsx';
import { TextField } from '../../parts/Field.tsx';
import { recordStyles as layout } from '../../parts/RecordLayout.tsx';
import { Card } from '../../parts/Surface.tsx';
import { useToday } from '../../state/clock.ts';
import { type EventDate, datesOf, instantOf, localMoment, nextDate, weekdayOf, writtenDates } from '../../state/content/events.ts';
import { useFilms, withUnknown } from '../../state/content/films.ts';
import { type ContentRecord, recordPointer } from '../../state/content/records.ts';
import type { DraftState } from '../../state/draft/machine.ts';
import { useOpenSite, usePart } from '../../state/drafts.ts';
import { useFormats, useMessages } from '../../state/messages.ts';
import { refusalOf } from '../../state/refusal.ts';
import { undoOf } from '../../state/removal.ts';
import { showToast } from '../../state/toasts.ts';

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];

/** Dates, the weekly rule, and how long the event is shown. */
export function EventDates({ state, event }: { readonly state: DraftState; readonly event: ContentRecord }) {
  const { events: words, common } = useMessages();
  const { date: dateWords, weekday } = useFormats();
  const { draft } = useOpenSite();
  const pointer = recordPointer('events', event.id, 'dates');
  const weeklyPointer = recordPointer('events', event.id, 'weekly');
  const [, changeDates] = usePart(pointer);
  const [, changeWeekly] = usePart(weeklyPointer);
  const today = useToday();
  const dates = datesOf(event.record);
  const weekly = weekdayOf(event.record);
  const write = (next: readonly EventDate[]): void => changeDates(writtenDates(next));
  const remove = (index: number): void => {
    const removed = dates[index];
    const undo = undoOf(draft, () => write(dates.toSpliced(index, 1)));
    if (removed === undefined || undo === undefined) return;
    showToast(words.dateRemoved({ date: dateWords(removed.date) }), { label: common.undo(), onAction: undo });
  };
  return (
    <Card
      title={words.dates()}
      trailing={
        <Button look="ghost" size="small" icon="plus" onPress={() => write([...dates, nextDate(dates, today)])}>
          {words.addDate()}
        </Button>
      }
    >
      <div className={`${layout['fields']} ${layout['headed']}`}>
        <Changed pointer={weeklyPointer} of={words.repeats()}>
          <Select
            label={words.repeats()}
            value={String(weekly ?? '')}
            options={[
              { value: '', label: words.once() },
              ...WEEKDAYS.map((day) => ({ value: String(day), label: words.everyDay({ weekday: weekday(day) }) })),
            ]}
            onChange={(next) => changeWeekly(next === '' ? undefined : Number(next))}
          />
        </Changed>
        <p className={layout['hint']}>
          {weekly === undefined ? (dates.length === 0 ? words.permanentHint() : words.datesHint()) : words.weeklyHint()}
        </p>
      </div>
      <ol className={layout['entries']} aria-label={words.dates()}>
        {dates.map((entry, index) => (
          <DateRow
            // oxlint-disable-next-line react/no-array-index-key -- dates have no identity
            key={index}
            content={state.content}
            entry={entry}
            name={dateWords(entry.date)}
            error={refusalOf(state, `${pointer}/${index}`)}
            onChange={(next) => write(dates.with(index, next))}
            onRemove={() => remove(index)}
          />
        ))}
      </ol>
      <Visibility event={event} state={state} />
    </Card>
  );
}

/** The value of a date without show; ids of films never contain it. */
const HIRED = '(hired)';

function DateRow({
  content,
  entry,
  name,
  error,
  onChange,
  onRemove,
}: {
  readonly content: unknown;
  readonly entry: EventDate;
  readonly name: string;
  readonly error: string | undefined;
  readonly onChange: (entry: EventDate) => void;
  readonly onRemove: () => void;
}) {
  const { events: words, settings } = useMessages();
  const films = withUnknown(useFilms(content), entry.movieId === '' ? [] : [entry.movieId]);
  return (
    <li className={layout['entry']}>
      <div className={layout['pair']}>
        <TextField
          aria-label={words.dateOf({ date: name })}
          type="date"
          value={entry.date}
          onChange={(date) => date !== '' && onChange({ ...entry, date })}
          error={error}
        />
        <TextField
          aria-label={words.timeOf({ date: name })}
          type="time"
          value={entry.time}
          onChange={(time) => onChange({ ...entry, time })}
        />
        <Select
          label={words.filmOf({ date: name })}
          isLabelHidden
          value={entry.hired ? HIRED : entry.movieId}
          options={[
            { value: '', label: words.linkedFilms() },
            { value: HIRED, label: words.hired() },
            ...films.map(({ id, title }) => ({ value: id, label: title })),
          ]}
          onChange={(next) => onChange({ ...entry, movieId: next === HIRED ? '' : next, hired: next === HIRED })}
        />
      </div>
      <IconButton icon="trash" label={settings.remove({ name })} onPress={onRemove} />
    </li>
  );
}

/** From when and until when visitors see the event. */
function Visibility({ event, state }: { readonly event: ContentRecord; readonly state: DraftState }) {
  const { events: words } = useMessages();
  const { draft } = useOpenSite();
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <div className={layout['fields']}>
      <div className={layout['pair']}>
        {(['visibleFrom', 'visibleTo'] as const).map((name) => {
          const pointer = recordPointer('events', event.id, name);
          return (
            <Changed key={name} pointer={pointer} of={words[name]()}>
              <TextField
                label={words[name]()}
                type="datetime-local"
                value={localMoment(event.record[name])}
                onChange={(next) => draft.edit([{ pointer, to: instantOf(next) }])}
                error={refusalOf(state, pointer)}
              />
            </Changed>
          );
        })}
      </div>
      <p className={layout['hint']}>{words.visibleHint({ zone })}</p>
    </div>
  );
}
