import { Select } from '../../parts/Choice.tsx';
import { Changed, TypedField } from '../../parts/DraftField.tsx';
import { TextField } from '../../parts/Field.tsx';
import { recordStyles as layout } from '../../parts/RecordLayout.tsx';
import { Card } from '../../parts/Surface.tsx';
import { recordPointer } from '../../state/content/records.ts';
import { type OpeningDay, openingHoursOf, withDay } from '../../state/content/theaters.ts';
import { usePart } from '../../state/drafts.ts';
import { useFormats, useMessages } from '../../state/messages.ts';
import type { TheaterProps } from './TheaterForm.tsx';

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];

/** Minutes before the first show, if nothing else is said. */
const MINUTES_BEFORE = 30;

/** Opening hours: by weekday, or as they follow from the program. */
export function Hours({ theater }: Pick<TheaterProps, 'theater'>) {
  const words = useMessages().theaters.openingHours;
  const pointer = recordPointer('theaters', theater.id, 'openingHours');
  const [value, change] = usePart(pointer);
  const hours = openingHoursOf(value);
  const choose = (kind: typeof hours.kind): void => {
    if (kind === hours.kind) return;
    if (kind === 'text') change(undefined);
    else change(kind === 'week' ? { kind, days: [] } : { kind, minutesBefore: MINUTES_BEFORE });
  };
  return (
    <Card title={words.title()}>
      <div className={`${layout['fields']} ${layout['headed']}`}>
        <Changed pointer={pointer} of={words.title()}>
          <Select
            label={words.kind()}
            value={hours.kind}
            options={[
              { value: 'text', label: words.text() },
              { value: 'week', label: words.week() },
              { value: 'program', label: words.program() },
            ]}
            onChange={choose}
          />
        </Changed>
        {hours.kind === 'week' && (
          <>
            {WEEKDAYS.map((weekday) => (
              <Weekday
                key={weekday}
                weekday={weekday}
                hours={hours.days.find((day) => day.weekday === weekday)}
                onChange={(opens, closes) => change({ kind: 'week', days: withDay(hours.days, weekday, opens, closes) })}
              />
            ))}
            <p className={layout['hint']}>{words.weekHint()}</p>
          </>
        )}
        {hours.kind === 'program' && (
          <TypedField<number>
            label={words.minutes()}
            unit={words.minutesUnit()}
            hint={words.programHint()}
            inputMode="numeric"
            value={hours.minutesBefore}
            format={String}
            parse={(typed) => (/^\d{1,3}$/.test(typed.trim()) && Number(typed) <= 240 ? { value: Number(typed) } : undefined)}
            onChange={(minutesBefore) => change({ kind: 'program', minutesBefore })}
          />
        )}
      </div>
    </Card>
  );
}

function Weekday({
  weekday,
  hours,
  onChange,
}: {
  readonly weekday: number;
  readonly hours: OpeningDay | undefined;
  readonly onChange: (opens: string, closes: string) => void;
}) {
  const words = useMessages().theaters.openingHours;
  const formats = useFormats();
  const name = formats.weekday(weekday);
  const [opens, closes] = [hours?.opens ?? '', hours?.closes ?? ''];
  const isHalf = (opens === '') !== (closes === '');
  return (
    <div className={layout['weekday']}>
      <span aria-hidden="true">{name}</span>
      <TextField
        type="time"
        aria-label={words.opens({ weekday: name })}
        value={opens}
        onChange={(next) => onChange(next, closes)}
        error={isHalf && opens === '' ? words.both() : undefined}
      />
      <span aria-hidden="true">{words.to()}</span>
      <TextField
        type="time"
        aria-label={words.closes({ weekday: name })}
        value={closes}
        onChange={(next) => onChange(opens, next)}
        error={isHalf && closes === '' ? words.both() : undefined}
      />
    </div>
  );
}
