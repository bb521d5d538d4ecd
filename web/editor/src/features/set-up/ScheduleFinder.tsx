import type { ScheduleReading } from '@marquee/api/editor.gen.ts';
import { Checkbox } from '../../parts/Choice.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Remarks, ScheduleSource, useFormatNames } from '../../parts/ScheduleSource.tsx';
import { useFormats, useMessages } from '../../state/messages.ts';
import { scheduleSiteOf } from '../../state/set-up/form.ts';
import { NEW_SITE_SCHEDULE } from '../../state/set-up/schedule.ts';
import type { StepProps } from './use-set-up.ts';
import styles from './SetUp.module.css';

/** A file or an address with a schedule, and what was found in it. */
export function ScheduleFinder({ form, change }: StepProps) {
  const { setUp } = useMessages();
  const schedule = NEW_SITE_SCHEDULE.useSchedule();
  const { reading, source } = schedule;
  return (
    <div className={styles['schedule']}>
      <ScheduleSource
        label={setUp.import()}
        reader={NEW_SITE_SCHEDULE}
        schedule={schedule}
        about={scheduleSiteOf(form)}
        address={form.scheduleAddress}
        onAddress={(scheduleAddress) => change({ scheduleAddress })}
        hint={setUp.scheduleExample()}
      >
        {reading !== undefined && <Found reading={reading} isSingleLocation={form.isSingleLocation} />}
        {reading !== undefined && source?.address !== undefined && (
          <div className={styles['follows']}>
            <Checkbox label={setUp.follow()} isOn={form.followsAddress} onChange={(followsAddress) => change({ followsAddress })} />
            <p>{form.followsAddress ? setUp.followText() : setUp.followNotText()}</p>
          </div>
        )}
      </ScheduleSource>
    </div>
  );
}

/** What the schedule has, before it is imported. */
function Found({ reading, isSingleLocation }: { readonly reading: ScheduleReading; readonly isSingleLocation: boolean }) {
  const { setUp } = useMessages();
  const { date, list } = useFormats();
  const names = useFormatNames();
  const { shows, nextShows, until = '', theaters } = reading;
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
      <Remarks {...reading} />
    </>
  );
}
