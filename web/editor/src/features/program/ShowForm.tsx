import { useState } from 'react';
import { Button } from '../../parts/Button.tsx';
import { Select } from '../../parts/Choice.tsx';
import { TextField } from '../../parts/Field.tsx';
import { PriceField } from '../../parts/PriceField.tsx';
import { useMessages } from '../../state/messages.ts';
import { fieldsAt } from '../../state/program/edits.ts';
import type { ProgramShow, ShowFields } from '../../state/program/shows.ts';
import { readTime } from '../../state/program/time-text.ts';
import { AttributePills } from './AttributePills.tsx';
import type { Program } from './use-program.ts';
import { useWords } from './use-words.ts';
import styles from './ShowPanel.module.css';

/** The fields of a show. */
export function ShowForm({
  program,
  show,
  onChange,
  onEditAttributes,
  isAutoFocused = false,
}: {
  readonly program: Program;
  readonly show: ProgramShow;
  readonly onChange: (values: Partial<ShowFields>) => void;
  readonly onEditAttributes: () => void;
  /** Whether the start gets the focus: it is corrected most. */
  readonly isAutoFocused?: boolean;
}) {
  const { program: words } = useMessages();
  const { date } = useWords();
  const { clock } = program.theater;
  const { day, minutes } = show.local;
  const { screen, attributes, price, booking } = show.fields;
  const days = program.days.includes(day) ? program.days : [day, ...program.days];
  return (
    <div className={styles['form']}>
      <div className={styles['when']}>
        <Select
          label={words.day()}
          value={day}
          options={days.map((value) => ({ value, label: date(value) }))}
          onChange={(next) => onChange(fieldsAt(clock, show, { day: next, minutes }))}
        />
        <StartField
          minutes={minutes}
          startHour={clock.startHour}
          isAutoFocused={isAutoFocused}
          onChange={(next) => onChange(fieldsAt(clock, show, { day, minutes: next }))}
        />
        <Select
          label={words.screen()}
          value={screen}
          options={program.screens.map(({ id, name }) => ({ value: id, label: /^Screen \d+$/.test(name) ? id : name }))}
          onChange={(next) => onChange({ screen: next })}
        />
      </div>
      <AttributePills
        program={program}
        value={attributes}
        onChange={(keys) => onChange({ attributes: keys })}
        onEdit={onEditAttributes}
      />
      <div className={styles['sale']}>
        <PriceField
          label={words.price()}
          value={price}
          currency={program.currency}
          onChange={(next) => onChange({ price: next })}
        />
        <BookingField value={booking} onChange={(next) => onChange({ booking: next })} />
      </div>
    </div>
  );
}

/** The start. A time that cannot be read stays, with what was probably meant. */
function StartField({
  minutes,
  startHour,
  isAutoFocused,
  onChange,
}: {
  readonly minutes: number;
  readonly startHour: number;
  readonly isAutoFocused: boolean;
  readonly onChange: (minutes: number) => void;
}) {
  const { program: words } = useMessages();
  const { time } = useWords();
  const [typed, setTyped] = useState<string>();
  const read =
    typed === undefined
      ? undefined
      : (readTime(typed, startHour) ?? { kind: 'unreadable' as const, text: typed, suggestion: undefined });
  const [isLeft, setLeft] = useState(false);
  const apply = (next: number): void => {
    setTyped(undefined);
    setLeft(false);
    if (next !== minutes) onChange(next);
  };
  const leave = (): void => {
    if (read?.kind === 'time') apply(read.minutes);
    else if (read !== undefined) setLeft(true);
  };
  const fault = isLeft && read?.kind === 'unreadable' ? read : undefined;
  const error =
    fault === undefined
      ? undefined
      : fault.suggestion === undefined
        ? words.unreadable({ text: fault.text })
        : words.didYouMean({ text: fault.text, time: time(fault.suggestion) });
  return (
    <div className={styles['start']}>
      <TextField
        label={words.starts()}
        value={typed ?? time(minutes)}
        onChange={setTyped}
        onBlur={leave}
        onEnter={leave}
        autoFocus={isAutoFocused}
        error={error}
      />
      {fault?.suggestion !== undefined && (
        <Button size="small" onPress={() => apply(fault.suggestion ?? minutes)}>
          {time(fault.suggestion)}
        </Button>
      )}
    </div>
  );
}

/** The link to the ticketing page of the show; it is saved once it is a whole address. */
function BookingField({
  value,
  onChange,
}: {
  readonly value: string | undefined;
  readonly onChange: (booking: string | undefined) => void;
}) {
  const { program: words } = useMessages();
  const [typed, setTyped] = useState<string>();
  const address = typed === undefined ? undefined : addressOf(typed);
  const leave = (): void => {
    if (typed === undefined || address === undefined) return;
    setTyped(undefined);
    const next = address === '' ? undefined : address;
    if (next !== value) onChange(next);
  };
  return (
    <TextField
      label={words.booking()}
      type="url"
      value={typed ?? value ?? ''}
      onChange={setTyped}
      onBlur={leave}
      onEnter={leave}
      error={typed !== undefined && address === undefined ? words.bookingForm() : undefined}
    />
  );
}

/** The address of a text, with its scheme; empty for none, undefined if it is not one. */
function addressOf(typed: string): string | undefined {
  const trimmed = typed.trim();
  if (trimmed === '') return '';
  const whole = /^https?:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`;
  return URL.canParse(whole) && new URL(whole).hostname.includes('.') ? whole : undefined;
}
