import { RadioCards } from '../../parts/Choice.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { useFormats, useMessages } from '../../state/messages.ts';
import { wayOf, withoutPictureOf } from '../../state/set-up/form.ts';
import { NEW_SITE_SCHEDULE } from '../../state/set-up/schedule.ts';
import { useWebsite } from '../../state/set-up/store.ts';
import { countOf, isTaken } from '../../state/set-up/website.ts';
import { ScheduleFinder } from './ScheduleFinder.tsx';
import { StepHead } from './SiteStep.tsx';
import type { StepProps } from './use-set-up.ts';
import styles from './SetUp.module.css';

/** How films and showtimes get into the site. The chosen way is the first step once the site is there. */
export function ProgramStep({ form, change, errors }: StepProps) {
  const { setUp } = useMessages();
  const { date } = useFormats();
  const website = useWebsite();
  const way = wayOf(form, website);
  const schedule = NEW_SITE_SCHEDULE.useSchedule();
  const { films, shows, until = '' } = website.program ?? {};
  const missing = withoutPictureOf(form, website, schedule);
  const counts = { films: countOf(films), shows: countOf(shows) };
  const address = website.host ?? '';
  const found = { value: 'website', label: setUp.keep(), hint: setUp.keepText({ ...counts, address, date: date(until) }) } as const;
  return (
    <>
      <StepHead title={setUp.programTitle()} lead={setUp.programLead()} />
      <div className={styles['ways']}>
        <RadioCards
          label={setUp.programWay()}
          value={way}
          options={[
            ...(isTaken(website, form.takes, 'program') ? [found] : []),
            { value: 'type', label: setUp.type(), hint: setUp.typeText() },
            { value: 'spreadsheet', label: setUp.spreadsheet(), hint: setUp.spreadsheetText() },
            { value: 'import', label: setUp.import(), hint: setUp.importText() },
          ]}
          onChange={(program) => change({ program })}
        />
        {website.state === 'reading' && website.program === undefined && (
          <output className={styles['info']}>{setUp.searching({ address: website.host ?? website.address.trim() })}</output>
        )}
        {way === 'import' && <ScheduleFinder form={form} change={change} errors={errors} />}
        {missing > 0 && (
          <p className={styles['info']}>
            <Icon name="info" small /> {setUp.noPicture({ count: missing })}
          </p>
        )}
      </div>
    </>
  );
}
