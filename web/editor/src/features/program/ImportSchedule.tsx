import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { ImportPlan, ScheduleSource as Source } from '@marquee/api/editor.gen.ts';
import { useEffect, useState } from 'react';
import { Button, ButtonLink } from '../../parts/Button.tsx';
import { Select } from '../../parts/Choice.tsx';
import { Counts } from '../../parts/Counts.tsx';
import { DraftScreen } from '../../parts/DraftScreen.tsx';
import { ImportDifferences } from '../../parts/ImportDifferences.tsx';
import { Restricted, RestrictionNote } from '../../parts/Restricted.tsx';
import { ScheduleSource } from '../../parts/ScheduleSource.tsx';
import { SpreadsheetGuide } from '../../parts/SpreadsheetGuide.tsx';
import { Card, Note, Page, Stack } from '../../parts/Surface.tsx';
import { recordsOf } from '../../state/content/records.ts';
import type { DraftState } from '../../state/draft/machine.ts';
import { useOpenSite } from '../../state/drafts.ts';
import { errorText } from '../../state/errors.ts';
import { screenPath, withBase } from '../../state/location.ts';
import { useFormats, useMessages } from '../../state/messages.ts';
import { type ImportTarget, PROGRAM_IMPORT, heldShare, importSchedule, outdatedPart } from '../../state/program/import.ts';
import { PROGRAM_VIEW } from '../../state/program/view.ts';
import { can } from '../../state/roles.ts';
import { showToast } from '../../state/toasts.ts';
import styles from './Import.module.css';

/** Imports a schedule from a file or an address, after a dry run. */
export const ImportScreen = () => <DraftScreen>{(state) => <ImportSchedule state={state} />}</DraftScreen>;

function ImportSchedule({ state }: { readonly state: DraftState }) {
  const { programImport: words } = useMessages();
  const { site } = useOpenSite();
  const theaters = recordsOf(state.server.live, 'theaters');
  const [theater, setTheater] = useState(() => {
    const shown = PROGRAM_VIEW.value().theater;
    return theaters.some(({ id }) => id === shown) ? shown : (theaters[0]?.id ?? '');
  });
  const [address, setAddress] = useState('');
  const target: ImportTarget = { site: site.key, ...(theater === '' ? {} : { theater }) };
  const schedule = PROGRAM_IMPORT.useSchedule();
  const { reading, source, state: progress } = schedule;
  // The next visit begins without a file.
  useEffect(() => PROGRAM_IMPORT.forget, []);
  const chooseTheater = (id: string): void => {
    setTheater(id);
    void PROGRAM_IMPORT.readAgain({ ...target, theater: id });
  };
  const isRead = progress === 'read' && reading !== undefined && source !== undefined;
  return (
    <Page
      title={isRead ? words.planTitle() : words.title()}
      lead={words.lead()}
      actions={<ButtonLink href={screenPath(site.key, 'program')}>{words.back()}</ButtonLink>}
    >
      <RestrictionNote permission="editProgram" />
      <div className={styles['screen']}>
        <Restricted permission="editProgram">
          <Card title={words.source()}>
            <div className={styles['source']}>
              {theaters.length > 1 && (
                <Select
                  label={words.theater()}
                  value={theater}
                  options={theaters.map(({ id, name }) => ({ value: id, label: name }))}
                  onChange={chooseTheater}
                />
              )}
              <ScheduleSource
                label={words.source()}
                reader={PROGRAM_IMPORT}
                schedule={schedule}
                about={target}
                address={address}
                onAddress={setAddress}
                hint={words.addressHint()}
              />
              <SpreadsheetGuide>{words.guideText()}</SpreadsheetGuide>
            </div>
          </Card>
        </Restricted>
        {isRead && <Plan plan={reading} source={source} target={target} />}
      </div>
    </Page>
  );
}

/** What the import would change, and the button that does it. */
function Plan({ plan, source, target }: { readonly plan: ImportPlan; readonly source: Source; readonly target: ImportTarget }) {
  const messages = useMessages();
  const { programImport: words } = messages;
  const { site, draft } = useOpenSite();
  const client = useQueryClient();
  const router = useRouter();
  const importing = useMutation({
    mutationFn: () => importSchedule(source, target, plan.plan),
    onSuccess({ shows }) {
      showToast(words.imported({ added: shows.added, changed: shows.changed, removed: shows.removed }));
      void draft.load();
      void client.invalidateQueries();
      void router.navigate({ href: withBase(screenPath(site.key, 'program')) });
    },
  });
  const share = heldShare(plan.shows);
  const outdated = outdatedPart(importing.error);
  const checkAgain = (): void => {
    importing.reset();
    void PROGRAM_IMPORT.readAgain(target);
  };
  return (
    <Stack>
      <Verdict plan={plan} />
      {importing.error !== null && (
        <div role="alert">
          <Note
            mood="bad"
            title={outdated === undefined ? errorText(importing.error, messages) : words.outdated[outdated]()}
            action={outdated !== undefined && <Button onPress={checkAgain}>{words.checkAgain()}</Button>}
          >
            {words.nothingImported()}
          </Note>
        </div>
      )}
      <PlanCounts plan={plan} />
      {can(site, 'editProgram') && !plan.isSame && (
        <div className={styles['foot']}>
          <p>{words.live()}</p>
          <Button
            {...(share === undefined ? { look: 'solid' as const } : { isDanger: true })}
            isBusy={importing.isPending}
            isDisabled={outdated !== undefined}
            onPress={() => importing.mutate()}
          >
            {share === undefined ? words.import() : words.importRemoving({ count: plan.shows.removed })}
          </Button>
        </div>
      )}
      <ImportDifferences plan={plan} />
    </Stack>
  );
}

/** Whether something would change, and whether it looks like a mistake. */
function Verdict({ plan }: { readonly plan: ImportPlan }) {
  const { programImport: words } = useMessages();
  const { number } = useFormats();
  const share = heldShare(plan.shows);
  if (plan.isSame)
    return (
      <Note mood="ok" title={words.same()}>
        {words.sameText()}
      </Note>
    );
  if (share === undefined) return null;
  return (
    <Note mood="warn" title={words.held({ percent: number(Math.round(share * 100)) })}>
      {words.heldText()}
    </Note>
  );
}

/** The numbers of films and shows. */
function PlanCounts({ plan }: { readonly plan: ImportPlan }) {
  const { programImport: words } = useMessages();
  const { dateRange } = useFormats();
  const { films, shows, from, until } = plan;
  const matched = films.changed + films.unchanged;
  const span = from === undefined || until === undefined ? '' : dateRange(from, until);
  return (
    <Counts
      counts={[
        { label: words.newFilms(), value: films.added, text: words.matched({ count: matched }) },
        { label: words.showsAdded(), value: shows.added, text: span },
        { label: words.showsChanged(), value: shows.changed },
        { label: words.showsRemoved(), value: shows.removed, text: words.unchangedShows({ count: shows.unchanged }) },
      ]}
    />
  );
}
