import type { ScheduleFormat, ScheduleReading } from '@marquee/api/editor.gen.ts';
import { FileTrigger } from 'react-aria-components';
import { Button } from '../../parts/Button.tsx';
import { Select } from '../../parts/Choice.tsx';
import { TextField } from '../../parts/Field.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { errorText } from '../../state/errors.ts';
import { type EditorMessages, useFormats, useMessages } from '../../state/messages.ts';
import { scheduleSiteOf } from '../../state/set-up/form.ts';
import {
  SCHEDULE_FORMATS,
  type Schedule,
  type ScheduleFailure,
  readFiles,
  readScheduleAddress,
  readScheduleAs,
  useSchedule,
} from '../../state/set-up/schedule.ts';
import type { StepProps } from './use-set-up.ts';
import styles from './SetUp.module.css';

const ENDINGS = ['.json', '.json5', '.xlsx', '.ods', '.csv', '.tsv', '.txt'];

/** A file or an address with a schedule, and what was found in it. */
export function ScheduleFinder({ form, change }: StepProps) {
  const messages = useMessages();
  const { setUp } = messages;
  const schedule = useSchedule();
  const { failure, state } = schedule;
  const site = scheduleSiteOf(form);
  const isBusy = state === 'sending' || state === 'reading';
  const error = failure && failureText(failure, messages);
  return (
    <section className={styles['finder']} aria-label={setUp.import()}>
      <div className={styles['scheduleFiles']}>
        <FileTrigger
          allowsMultiple
          acceptedFileTypes={ENDINGS}
          onSelect={(files) => {
            if (files !== null && files.length > 0) void readFiles([...files], site);
          }}
        >
          <Button icon="upload">{setUp.scheduleChoose()}</Button>
        </FileTrigger>
        <p>{setUp.scheduleHint()}</p>
      </div>
      {failure?.field === 'files' && <Fault text={error ?? ''} />}
      <div className={styles['finderAddress']}>
        <TextField
          label={setUp.scheduleAddress()}
          hint={setUp.scheduleOnce()}
          value={form.scheduleAddress}
          onChange={(scheduleAddress) => change({ scheduleAddress })}
          error={failure?.field === 'address' ? error : undefined}
          inputMode="url"
          spellCheck="false"
          autoComplete="off"
        />
        <Button
          size="large"
          isDisabled={form.scheduleAddress.trim() === ''}
          onPress={() => {
            if (!isBusy) void readScheduleAddress(form.scheduleAddress, site);
          }}
        >
          {setUp.scheduleRead()}
        </Button>
      </div>
      {isBusy && (
        <progress
          className={styles['progress']}
          aria-label={statusText(schedule, messages)}
          {...(state === 'sending' ? { value: schedule.sent } : {})}
        />
      )}
      <output className={styles['finderStatus']}>{statusText(schedule, messages)}</output>
      {(failure?.field === 'format' || schedule.source?.format !== undefined) && (
        <FormatSelect schedule={schedule} onChange={(format) => void readScheduleAs(format, site)} />
      )}
      {failure?.field === 'format' && <Fault text={error ?? ''} />}
      {schedule.reading !== undefined && <Found reading={schedule.reading} isSingleLocation={form.isSingleLocation} />}
    </section>
  );
}

const Fault = ({ text }: { readonly text: string }) => (
  <p className={styles['fault']} role="alert">
    <Icon name="warning" small /> {text}
  </p>
);

/** What is wrong with the schedule, and what to change. */
function failureText({ code, error }: ScheduleFailure, messages: EditorMessages): string {
  const { scheduleFaults } = messages.setUp;
  if (code === 'other') return errorText(error, messages);
  if (code === 'invalid') return scheduleFaults.invalid({ reason: errorText(error, messages) });
  return scheduleFaults[code]();
}

/** How far the reading is, also for screen readers. */
function statusText({ state, names, reading }: Schedule, { setUp }: EditorMessages): string {
  const [first = ''] = names;
  const name = names.length > 1 ? setUp.scheduleFiles({ count: names.length }) : first;
  if (state === 'sending') return setUp.scheduleSending({ name });
  if (state === 'reading') return setUp.scheduleReading({ name });
  if (reading !== undefined) return setUp.scheduleFound({ name });
  return '';
}

/** The format, where the content does not show it. */
function FormatSelect({
  schedule,
  onChange,
}: {
  readonly schedule: Schedule;
  readonly onChange: (format: ScheduleFormat) => void;
}) {
  const { setUp } = useMessages();
  const names = useFormatNames();
  const chosen = schedule.source?.format;
  return (
    <Select
      label={setUp.scheduleFormat()}
      value={chosen ?? ''}
      options={[
        ...(chosen === undefined ? [{ value: '' as const, label: setUp.scheduleChooseFormat() }] : []),
        ...SCHEDULE_FORMATS.map((value) => ({ value, label: names[value] })),
      ]}
      onChange={(format) => {
        if (format !== '') onChange(format);
      }}
    />
  );
}

function useFormatNames(): Readonly<Record<ScheduleFormat, string>> {
  const { setUp } = useMessages();
  const { formats } = setUp;
  return {
    cinemashowtimes: formats.cinemaShowtimes(),
    boxoffice: formats.boxoffice(),
    'json-ld': formats.jsonLd(),
    spreadsheet: formats.spreadsheet(),
  };
}

/** What the schedule has, before it is imported. */
function Found({ reading, isSingleLocation }: { readonly reading: ScheduleReading; readonly isSingleLocation: boolean }) {
  const { setUp } = useMessages();
  const { date, list } = useFormats();
  const names = useFormatNames();
  const { shows, nextShows, until = '', theaters, remarks, remarkCount } = reading;
  const rows = [
    [setUp.scheduleFormat(), names[reading.format]],
    [setUp.scheduleFilms(), String(reading.films)],
    [setUp.scheduleShows(), setUp.scheduleShowsFound({ shows, next: nextShows, date: date(until) })],
    [setUp.scheduleTheaters({ count: theaters.length }), list(theaters.map(({ name }) => name))],
  ];
  return (
    <>
      <dl className={styles['parts']}>
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className={styles['partValue']}>{value}</dd>
          </div>
        ))}
      </dl>
      {isSingleLocation && theaters.length > 1 && (
        <p className={styles['info']}>
          <Icon name="info" small /> {setUp.scheduleSeveral({ count: theaters.length })}
        </p>
      )}
      {remarkCount > 0 && (
        <details className={styles['remarks']}>
          <summary>{setUp.scheduleRemarks({ count: remarkCount })}</summary>
          <ul>
            {remarks.map((remark) => (
              <li key={remark}>{remark}</li>
            ))}
          </ul>
          {remarkCount > remarks.length && <p>{setUp.scheduleMore({ count: remarkCount - remarks.length })}</p>}
        </details>
      )}
    </>
  );
}
