import { RadioCards } from '../../parts/Choice.tsx';
import { useMessages } from '../../state/messages.ts';
import { StepHead } from './SiteStep.tsx';
import type { StepProps } from './use-set-up.ts';
import styles from './SetUp.module.css';

/** How films and showtimes get into the site. The chosen way is the first step once the site is there. */
export function ProgramStep({ form, change }: StepProps) {
  const { setUp } = useMessages();
  return (
    <>
      <StepHead title={setUp.programTitle()} lead={setUp.programLead()} />
      <div className={styles['ways']}>
        <RadioCards
          label={setUp.programWay()}
          value={form.program}
          options={[
            { value: 'type', label: setUp.type(), hint: setUp.typeText() },
            { value: 'spreadsheet', label: setUp.spreadsheet(), hint: setUp.spreadsheetText() },
            { value: 'import', label: setUp.import(), hint: setUp.importText() },
          ]}
          onChange={(program) => change({ program })}
        />
        {form.program === 'import' && <code>marquee import --site KEY --format boxoffice FILE</code>}
      </div>
    </>
  );
}
