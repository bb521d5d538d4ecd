import type { ScheduleFormat } from '@marquee/api/editor.gen.ts';
import type { ReactNode } from 'react';
import { FileTrigger } from 'react-aria-components';
import { errorText } from '../state/errors.ts';
import { type EditorMessages, useMessages } from '../state/messages.ts';
import { SCHEDULE_FORMATS, type Schedule, type ScheduleFailure, type ScheduleReader } from '../state/schedule.ts';
import { Button } from './Button.tsx';
import { Select } from './Choice.tsx';
import { TextField } from './Field.tsx';
import { FieldRow } from './FieldRow.tsx';
import { Icon } from './Icon.tsx';
import { Progress } from './Progress.tsx';
import styles from './ScheduleSource.module.css';

const ENDINGS = ['.json', '.json5', '.xml', '.ics', '.xlsx', '.ods', '.csv', '.tsv', '.txt'];

/** Chooses a file or an address with a schedule and has it read. Below it, what was found. */
export function ScheduleSource<About, Reading>({
  label,
  reader,
  schedule,
  about,
  address,
  onAddress,
  hint,
  children,
}: {
  readonly label: string;
  readonly reader: ScheduleReader<About, Reading>;
  /** What the reader has read. */
  readonly schedule: Schedule<Reading>;
  /** What the server needs to know beside the source. */
  readonly about: About;
  readonly address: string;
  readonly onAddress: (address: string) => void;
  /** What happens to later changes at the address. */
  readonly hint: string;
  readonly children?: ReactNode;
}) {
  const messages = useMessages();
  const { setUp } = messages;
  const { failure, state } = schedule;
  const isBusy = state === 'sending' || state === 'reading';
  const error = failure && failureText(failure, messages);
  return (
    <section className={styles['source']} aria-label={label}>
      <div className={styles['files']}>
        <FileTrigger
          allowsMultiple
          acceptedFileTypes={ENDINGS}
          onSelect={(files) => {
            if (files !== null && files.length > 0) void reader.readFiles([...files], about);
          }}
        >
          <Button icon="upload">{setUp.scheduleChoose()}</Button>
        </FileTrigger>
        <p>{setUp.scheduleHint()}</p>
      </div>
      {failure?.field === 'files' && <Fault text={error ?? ''} />}
      <Address
        hint={hint}
        value={address}
        onChange={onAddress}
        error={failure?.field === 'address' ? error : undefined}
        onRead={() => {
          if (!isBusy) void reader.readAddress(address, about);
        }}
      />
      {isBusy && <Progress label={statusText(schedule, messages)} sent={state === 'sending' ? schedule.sent : 1} />}
      <output className={styles['status']}>{statusText(schedule, messages)}</output>
      {(failure?.field === 'format' || schedule.source?.format !== undefined) && (
        <FormatSelect chosen={schedule.source?.format} onChange={(format) => void reader.readAgain(about, format)} />
      )}
      {failure?.field === 'format' && <Fault text={error ?? ''} />}
      {children}
    </section>
  );
}

function Address({
  hint,
  value,
  onChange,
  error,
  onRead,
}: {
  readonly hint: string;
  readonly value: string;
  readonly onChange: (address: string) => void;
  readonly error: string | undefined;
  readonly onRead: () => void;
}) {
  const { setUp } = useMessages();
  return (
    <FieldRow>
      <TextField
        label={setUp.scheduleAddress()}
        hint={hint}
        value={value}
        onChange={onChange}
        error={error}
        inputMode="url"
        spellCheck="false"
        autoComplete="off"
      />
      <Button size="large" isDisabled={value.trim() === ''} onPress={onRead}>
        {setUp.scheduleRead()}
      </Button>
    </FieldRow>
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
  chosen,
  onChange,
}: {
  readonly chosen: ScheduleFormat | undefined;
  readonly onChange: (format: ScheduleFormat) => void;
}) {
  const { setUp } = useMessages();
  const names = useFormatNames();
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

export function useFormatNames(): Readonly<Record<ScheduleFormat, string>> {
  const { setUp } = useMessages();
  const { formats } = setUp;
  return {
    cinemashowtimes: formats.cinemaShowtimes(),
    boxoffice: formats.boxoffice(),
    veezi: formats.veezi(),
    tapos: formats.tapos(),
    vista: formats.vista(),
    agile: formats.agile(),
    icalendar: formats.iCalendar(),
    indy: formats.indy(),
    'json-ld': formats.jsonLd(),
    spektrix: formats.spektrix(),
    spreadsheet: formats.spreadsheet(),
    vue: formats.vue(),
    tmdb: formats.tmdb(),
  };
}

/** Rows that were left out, and values that were changed or ignored. */
export function Remarks({ remarks, remarkCount }: { readonly remarks: readonly string[]; readonly remarkCount: number }) {
  const { setUp } = useMessages();
  if (remarkCount === 0) return null;
  return (
    <details className={styles['remarks']}>
      <summary>{setUp.scheduleRemarks({ count: remarkCount })}</summary>
      <ul>
        {remarks.map((remark) => (
          <li key={remark}>{remark}</li>
        ))}
      </ul>
      {remarkCount > remarks.length && <p>{setUp.scheduleMore({ count: remarkCount - remarks.length })}</p>}
    </details>
  );
}
