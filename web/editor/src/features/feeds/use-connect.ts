import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { EditorFeed, FeedTrial } from '@marquee/api/editor.gen.ts';
import { type FormEvent, useState } from 'react';
import { focusFirstInvalid } from '../../parts/use-focus-invalid.ts';
import { ApiError } from '../../state/api/client.ts';
import { useOpenSite } from '../../state/drafts.ts';
import {
  type FeedFaults,
  type FeedField,
  type FeedForm,
  type FeedStep,
  NEW_FEED,
  formOf,
  hasFaults,
  hasShows,
  isKept,
  keepForm,
  matchTheaters,
  needsTrial,
  percentOf,
  refusedField,
  settingsOf,
  stepsOf,
  systemFaults,
  trialFaults,
  trialRequest,
  useBegunForm,
} from '../../state/feeds/form.ts';
import { problemText } from '../../state/feeds/health.ts';
import { saveFeed, tryFeed } from '../../state/feeds/queries.ts';
import { screenPath, withBase } from '../../state/location.ts';
import { useMessages } from '../../state/messages.ts';
import { showToast } from '../../state/toasts.ts';
import { useIntervalText } from './interval.ts';
import { useSiteTheaters } from './words.tsx';

const FAULTS_OF = { system: systemFaults, theaters: (): FeedFaults => ({}), trial: trialFaults } as const;

/** Id of the form. */
export const FORM = 'feed-form';

/** React has marked the fields before the next frame. */
const focusInvalid = (): void => void requestAnimationFrame(() => focusFirstInvalid(document.getElementById(FORM)));

const fieldOf = (error: unknown): FeedField | undefined => (error instanceof ApiError ? refusedField(error) : undefined);

/** The step that has a field. */
function stepOf(field: FeedField): FeedStep {
  if (field === 'theaters') return 'theaters';
  return field === 'holdPercent' ? 'trial' : 'system';
}

export interface Connection {
  readonly step: FeedStep;
  readonly form: FeedForm;
  readonly change: (part: Partial<FeedForm>) => void;
  /** What is wrong with the fields of the step: as submitted, or as the server says. */
  readonly errors: Partial<Readonly<Record<FeedField, string>>>;
  /** What went wrong, if no field shows it. */
  readonly failure: string | undefined;
  readonly isBusy: boolean;
  /** What the last trial has found. */
  readonly trial: FeedTrial | undefined;
  /** The limit of that trial, in percent. */
  readonly triedPercent: number | undefined;
  readonly submit: (event: FormEvent) => void;
  /** Goes back a step; undefined in the first one. */
  readonly back: (() => void) | undefined;
  /** Saves at once, in the first step; undefined if the change must be tried first. */
  readonly save: (() => void) | undefined;
  /** Tries the feed again with a changed form. */
  readonly tryWith: (part: Partial<FeedForm>) => void;
  /** Forgets what was typed to change a feed, and goes to the list; undefined for a new feed. */
  readonly cancel: (() => void) | undefined;
}

/** The key of the requests that a form sends, of which there is one at a time. */
const requestKey = (site: string, feed: EditorFeed | undefined) => ['feed form', site, feed?.id ?? ''] as const;

/** The state of connecting a feed, or of changing one. What is typed is kept until it is saved. */
export function useConnect(feed: EditorFeed | undefined): Connection {
  const { site } = useOpenSite();
  const [reached, setStep] = useState<FeedStep>('system');
  const [isChecked, setChecked] = useState(false);
  const begun = useBegunForm(site.key, feed?.id);
  const form = begun ?? (feed === undefined ? NEW_FEED : formOf(feed));
  // A form that was forgotten begins again.
  const step = begun === undefined ? 'system' : reached;
  const keep = (changed: FeedForm): void => {
    setStep(step);
    keepForm(site.key, feed?.id, changed);
  };
  const goTo = (next: FeedStep): void => {
    setChecked(false);
    setStep(next);
  };
  const { isBusy, unlessBusy } = useOneRequest(feed);
  const { trial, tried } = useTrial(feed, step, (next, changed) => {
    keep(changed);
    goTo(next);
  });
  const saving = useSaving(feed, (field) => {
    if (stepOf(field) !== step && step !== 'system') goTo(stepOf(field));
  });
  const forgetErrors = (): void => {
    trial.reset();
    saving.reset();
  };
  /** Sends a form if the step is complete; otherwise its fields say what is wrong. */
  const send = (request: 'trial' | 'save', changed = form): void => {
    keep(changed);
    setChecked(true);
    forgetErrors();
    if (hasFaults(FAULTS_OF[step](changed))) focusInvalid();
    else if (request === 'save') saving.mutate(changed);
    else trial.mutate(changed);
  };
  const steps = stepsOf(form);
  const before = steps[steps.indexOf(step) - 1];
  const goBack = (to: FeedStep): void => {
    forgetErrors();
    goTo(to);
  };
  const maySave = feed !== undefined && step === 'system' && !needsTrial(form, feed);
  const close = useClose(feed);
  return {
    step,
    form,
    ...useErrors(form, isChecked ? step : undefined, saving.error ?? trial.error),
    isBusy,
    trial: tried?.found,
    triedPercent: tried?.holdPercent,
    change(part) {
      forgetErrors();
      keep({ ...form, ...part });
    },
    submit(event) {
      event.preventDefault();
      unlessBusy(() => send(step === 'trial' ? 'save' : 'trial'));
    },
    back: before === undefined ? undefined : () => unlessBusy(() => goBack(before)),
    save: maySave ? () => unlessBusy(() => send('save')) : undefined,
    tryWith: (part) => unlessBusy(() => send('trial', { ...form, ...part })),
    cancel: feed === undefined ? undefined : () => unlessBusy(() => void close()),
  };
}

/** Lets a form send one request at a time, also when keys are pressed faster than React renders. */
function useOneRequest(feed: EditorFeed | undefined) {
  const { site } = useOpenSite();
  const client = useQueryClient();
  const mutationKey = requestKey(site.key, feed);
  return {
    isBusy: useIsMutating({ mutationKey }) > 0,
    unlessBusy(run: () => void): void {
      if (client.isMutating({ mutationKey }) === 0) run();
    },
  };
}

/** Goes to the list, and forgets what was typed once it is shown. */
function useClose(feed: EditorFeed | undefined): () => Promise<void> {
  const { site } = useOpenSite();
  const router = useRouter();
  return async () => {
    await router.navigate({ href: withBase(screenPath(site.key, 'feeds')) });
    keepForm(site.key, feed?.id, undefined);
  };
}

/** Tries a form. After the first step it finds the theaters, after the second what a run would do. */
function useTrial(feed: EditorFeed | undefined, step: FeedStep, onFound: (next: FeedStep, form: FeedForm) => void) {
  const { site } = useOpenSite();
  const theaters = useSiteTheaters();
  const [tried, setTried] = useState<{ readonly found: FeedTrial; readonly holdPercent: number | undefined }>();
  const trial = useMutation({
    mutationKey: requestKey(site.key, feed),
    mutationFn: (form: FeedForm) => tryFeed(site.key, trialRequest(form, feed, step !== 'system')),
    onSuccess(found, form) {
      // What was typed or forgotten meanwhile has not been tried.
      if (!isKept(site.key, feed?.id, form)) return;
      setTried({ found, holdPercent: percentOf(form.holdPercent) });
      if (step === 'system' && hasShows(form))
        onFound('theaters', { ...form, theaters: matchTheaters(found.theaters, theaters, form.theaters) });
      else onFound('trial', form);
    },
    onError: focusInvalid,
  });
  return { trial, tried };
}

/** Saves a form, and goes to the list. `onRefused` gets the field that the server refuses. */
function useSaving(feed: EditorFeed | undefined, onRefused: (field: FeedField) => void) {
  const { feeds: words } = useMessages();
  const { site } = useOpenSite();
  const client = useQueryClient();
  const intervalText = useIntervalText();
  const close = useClose(feed);
  return useMutation({
    mutationKey: requestKey(site.key, feed),
    mutationFn: (form: FeedForm) => saveFeed(site.key, settingsOf(form, feed?.isOn ?? true, feed?.titleRules ?? []), feed?.id),
    onSuccess({ name, intervalMinutes }) {
      showToast(feed === undefined ? words.connected({ name, interval: intervalText(intervalMinutes) }) : words.saved({ name }));
      void client.invalidateQueries();
      // Until the list is shown, the form does not send again.
      return close();
    },
    onError(error) {
      const field = fieldOf(error);
      if (field !== undefined) onRefused(field);
      focusInvalid();
    },
  });
}

/** What is wrong, in words. `checked` is the step that was submitted, `refusal` what the server says. */
function useErrors(form: FeedForm, checked: FeedStep | undefined, refusal: Error | null): Pick<Connection, 'errors' | 'failure'> {
  const messages = useMessages();
  const { faults: words, needsKey } = messages.feeds;
  const faults = checked === undefined ? {} : FAULTS_OF[checked](form);
  const typed = Object.fromEntries(Object.entries(faults).map(([field, fault]) => [field, words[fault]()]));
  if (refusal === null) return { errors: typed, failure: undefined };
  const [field, name] = [fieldOf(refusal), form.name];
  const text = field === 'secret' && form.credential === 'none' ? needsKey({ name }) : problemText(refusal, name, messages);
  return field === undefined ? { errors: typed, failure: text } : { errors: { [field]: text, ...typed }, failure: undefined };
}
