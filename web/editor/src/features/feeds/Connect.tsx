import { useParams } from '@tanstack/react-router';
import type { EditorFeed } from '@marquee/api/editor.gen.ts';
import { cx } from '@marquee/ui/cx.ts';
import { Button, ButtonLink } from '../../parts/Button.tsx';
import { ErrorScreen } from '../../parts/ErrorScreen.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Restricted, RestrictionNote } from '../../parts/Restricted.tsx';
import { Note, Page, Skeleton, Stack, VisuallyHidden } from '../../parts/Surface.tsx';
import { Trail } from '../../parts/Trail.tsx';
import { useOpenSite } from '../../state/drafts.ts';
import { type FeedStep, stepsOf } from '../../state/feeds/form.ts';
import { useFeeds } from '../../state/feeds/queries.ts';
import { screenPath } from '../../state/location.ts';
import { useMessages } from '../../state/messages.ts';
import { can } from '../../state/roles.ts';
import { SystemStep } from './SystemStep.tsx';
import { TheaterStep } from './TheaterStep.tsx';
import { TrialStep } from './TrialStep.tsx';
import { type Connection, FORM, useConnect } from './use-connect.ts';
import styles from './Feeds.module.css';

/** Connects a feed in three steps, or changes the feed of the address (ux 5.11). */
export function FeedScreen() {
  const { feed } = useParams({ strict: false });
  return feed === undefined ? <Connect /> : <ChangeFeed key={feed} id={feed} />;
}

function ChangeFeed({ id }: { readonly id: string }) {
  const { feeds: words, common } = useMessages();
  const { data, error, refetch } = useFeeds();
  if (data === undefined)
    return error === null ? <Skeleton label={common.loading()} /> : <ErrorScreen error={error} onRetry={() => void refetch()} />;
  const feed = data.feeds.find((candidate) => candidate.id === id);
  return feed === undefined ? <ErrorScreen title={words.noFeedFound()} /> : <Connect feed={feed} />;
}

/** The title of a step and what it is about. */
function useStepWords({ step, form }: Connection, feed: EditorFeed | undefined): { readonly title: string; readonly lead: string } {
  const { feeds: words } = useMessages();
  const { name } = form;
  switch (step) {
    case 'system':
      return feed === undefined
        ? { title: words.connectTitle(), lead: words.connectLead() }
        : { title: words.changeTitle({ name: feed.name }), lead: words.changeLead() };
    case 'theaters':
      return { title: words.matchTitle(), lead: words.matchLead({ name }) };
    case 'trial':
      return {
        title: words.trialTitle(),
        lead: feed === undefined ? words.trialLead({ name }) : words.trialLeadChange({ name }),
      };
  }
}

function Connect({ feed }: { readonly feed?: EditorFeed }) {
  const { feeds: words, nav } = useMessages();
  const { site } = useOpenSite();
  const connection = useConnect(feed);
  const { step, failure, isBusy, form } = connection;
  const { title, lead } = useStepWords(connection, feed);
  const current = feed === undefined ? words.connect() : words.changeTitle({ name: feed.name });
  return (
    <Page
      key={step}
      title={title}
      lead={lead}
      trail={<Trail links={[{ label: nav.feeds(), href: screenPath(site.key, 'feeds') }]} current={current} />}
      actions={
        <div className={styles['wide']}>
          <Buttons connection={connection} feed={feed} />
        </div>
      }
    >
      <RestrictionNote permission="editSettings" />
      <div className={styles['connect']}>
        <Steps steps={stepsOf(form)} step={step} />
        <Restricted permission="editSettings">
          <form id={FORM} onSubmit={connection.submit} noValidate>
            <Stack>
              {failure !== undefined && (
                <div role="alert">
                  <Note mood="bad" title={failure} />
                </div>
              )}
              {step === 'system' && <SystemStep connection={connection} feed={feed} />}
              {step === 'theaters' && <TheaterStep connection={connection} />}
              {step === 'trial' && <TrialStep connection={connection} />}
              <output className={styles['hint']}>{isBusy && step !== 'trial' && words.reading({ name: form.name })}</output>
              <div className={styles['narrow']}>
                <Buttons connection={connection} feed={feed} />
              </div>
            </Stack>
          </form>
        </Restricted>
      </div>
    </Page>
  );
}

function Buttons({ connection, feed }: { readonly connection: Connection; readonly feed: EditorFeed | undefined }) {
  const { feeds: words, common } = useMessages();
  const { site } = useOpenSite();
  const { step, form, back, cancel, save, isBusy } = connection;
  if (!can(site, 'editSettings')) return null;
  const last = feed === undefined ? words.switchFeedOn() : words.save();
  return (
    <>
      {step === 'system' && feed === undefined && (
        <ButtonLink look="ghost" href={screenPath(site.key, 'program')}>
          {words.typeInstead()}
        </ButtonLink>
      )}
      {cancel !== undefined && (
        <Button look="ghost" onPress={cancel} isDisabled={isBusy}>
          {common.cancel()}
        </Button>
      )}
      {back !== undefined && (
        <Button onPress={back} isDisabled={isBusy}>
          {common.back()}
        </Button>
      )}
      {save !== undefined && (
        <Button onPress={save} isDisabled={isBusy}>
          {words.save()}
        </Button>
      )}
      <Button type="submit" form={FORM} look="solid" isBusy={isBusy} isDisabled={feed === undefined && form.format === undefined}>
        {step === 'trial' ? last : words.next()}
      </Button>
    </>
  );
}

/** The steps, those that are done with a tick. */
function Steps({ steps, step }: { readonly steps: readonly FeedStep[]; readonly step: FeedStep }) {
  const { feeds: words } = useMessages();
  const current = steps.indexOf(step);
  return (
    <ol className={styles['steps']} aria-label={words.stepsLabel()}>
      {steps.map((name, index) => (
        <li key={name} {...(index === current ? { 'aria-current': 'step' as const } : {})}>
          <span className={cx(styles['step'], index < current && styles['done'])} aria-hidden="true">
            {index < current ? <Icon name="check" small /> : index + 1}
          </span>
          {words.steps[name]()}
          {index < current && <VisuallyHidden>({words.stepDone()})</VisuallyHidden>}
        </li>
      ))}
    </ol>
  );
}
