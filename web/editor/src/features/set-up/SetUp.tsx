import { Button, ButtonLink } from '../../parts/Button.tsx';
import { withBase } from '../../state/location.ts';
import { useMessages } from '../../state/messages.ts';
import { useSession } from '../../state/session.ts';
import { STEPS, type SetUpForm, addressOf, wayOf } from '../../state/set-up/form.ts';
import { useLooks, withStyle } from '../../state/set-up/looks.ts';
import { NEW_SITE_SCHEDULE } from '../../state/set-up/schedule.ts';
import { useWebsite } from '../../state/set-up/store.ts';
import { isTaken, sampleFilms } from '../../state/set-up/website.ts';
import { LookPreview } from './LookPreview.tsx';
import { LookStep } from './LookStep.tsx';
import { ProgramStep } from './ProgramStep.tsx';
import { SetUpLayout } from './SetUpLayout.tsx';
import { SiteStep } from './SiteStep.tsx';
import { NEEDS_HOST, useSetUp } from './use-set-up.ts';
import styles from './SetUp.module.css';

/** The set-up of a new site: three steps. */
export function SetUp() {
  const { setUp, common } = useMessages();
  const { box, form, change, step, back, submit, errors, isBusy, failure } = useSetUp();
  const { look, looks, found, previewNote } = useSetUpPreview(form);
  const number = STEPS.indexOf(step) + 1;
  const noteOf = {
    site: setUp.previewSoFar(),
    look: setUp.previewChanges(),
    program: previewNote,
  };
  const preview = (
    <LookPreview
      look={look}
      {...found}
      name={form.name}
      isSingleLocation={form.isSingleLocation}
      address={addressOf(form, NEEDS_HOST ? undefined : location.host)}
      note={noteOf[step]}
    />
  );
  return (
    <SetUpLayout title={setUp.title()} end={<Later />} preview={preview}>
      <form ref={box} className={styles['form']} onSubmit={submit} noValidate>
        <div className={styles['scroll']} key={step}>
          <div className={styles['steps']}>
            {STEPS.map((name, index) => (
              <i key={name} className={styles[index < number ? 'done' : 'ahead']} />
            ))}
            <span>{setUp.step({ number, count: STEPS.length })}</span>
          </div>
          {step === 'site' && <SiteStep form={form} change={change} errors={errors} />}
          {step === 'look' && <LookStep form={form} change={change} errors={errors} looks={looks} />}
          {step === 'program' && <ProgramStep form={form} change={change} errors={errors} />}
          {failure !== undefined && (
            <p className={styles['failure']} role="alert">
              {failure}
            </p>
          )}
        </div>
        <footer className={styles['foot']}>
          {back !== undefined && (
            <Button size="large" onPress={back}>
              {common.back()}
            </Button>
          )}
          {step === 'look' && form.website.trim() === '' && (
            <Button look="ghost" size="large" type="submit">
              {setUp.noWebsite()}
            </Button>
          )}
          <span className={styles['grow']} />
          <Button look="solid" size="large" type="submit" isBusy={isBusy}>
            {step === 'program' ? setUp.create() : setUp.next()}
          </Button>
        </footer>
      </form>
    </SetUpLayout>
  );
}

/** What the preview shows: the look with what was found, and the films that play next. */
function useSetUpPreview(form: SetUpForm) {
  const { setUp } = useMessages();
  const { data: looks } = useLooks();
  const website = useWebsite();
  const schedule = NEW_SITE_SCHEDULE.useSchedule();
  const way = wayOf(form, website);
  const base = looks?.find(({ id }) => id === form.look) ?? looks?.[0];
  const look = base && isTaken(website, form.takes, 'colors') ? withStyle(base, website) : base;
  const films = { website: sampleFilms(website, 4), import: schedule.reading?.nextFilms ?? [], type: [], spreadsheet: [] }[way];
  const found = { logo: isTaken(website, form.takes, 'logo') ? (website.logo ?? '') : '', films };
  const note = way === 'import' ? setUp.previewSchedule() : setUp.previewProgram();
  return { look, looks, found, previewNote: films.length > 0 ? note : setUp.previewSoFar() };
}

/** The answers are on the device: the operator can leave, if there is another site to go to. */
function Later() {
  const { setUp } = useMessages();
  const { data } = useSession();
  return (
    <>
      <span className={styles['saved']}>{setUp.saved()}</span>
      {(data?.sites.length ?? 0) > 0 && (
        <ButtonLink look="ghost" href={withBase('/')}>
          {setUp.later()}
        </ButtonLink>
      )}
    </>
  );
}
