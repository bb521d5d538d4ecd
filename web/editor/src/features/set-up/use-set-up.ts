// The steps of the set-up: where the operator is, what is wrong, and the request at the end.

import { useMutation } from '@tanstack/react-query';
import { useLocation, useRouter } from '@tanstack/react-router';
import { type RefObject, type SubmitEvent, useEffect, useRef, useState } from 'react';
import type { EditorSite, ScheduleReading } from '@marquee/api/editor.gen.ts';
import { useFormatNames } from '../../parts/ScheduleSource.tsx';
import { focusFirstInvalid } from '../../parts/use-focus-invalid.ts';
import { ApiError, call } from '../../state/api/client.ts';
import { errorText } from '../../state/errors.ts';
import { problemText } from '../../state/feeds/health.ts';
import { systemOf } from '../../state/feeds/systems.ts';
import { isTyping } from '../../state/keys.ts';
import { SET_UP_PATH, createdPath, withBase } from '../../state/location.ts';
import { type EditorMessages, useMessages } from '../../state/messages.ts';
import { connectFeed, feedOfAddress, followedAddress } from '../../state/set-up/connect.ts';
import { type SetUpResult, keepResult } from '../../state/set-up/created.ts';
import {
  type Fault,
  STEPS,
  type SetUpField,
  type SetUpForm,
  type Step,
  faultsOf,
  fieldOf,
  isLoopback,
  requestOf,
  scheduleSiteOf,
  stepOf,
  wayOf,
  withoutPictureOf,
} from '../../state/set-up/form.ts';
import { type Schedule, scheduleFailureOf } from '../../state/schedule.ts';
import { NEW_SITE_SCHEDULE } from '../../state/set-up/schedule.ts';
import { forgetSetUp, useSetUpForm, useWebsite } from '../../state/set-up/store.ts';
import { type Website, readWebsite } from '../../state/set-up/website.ts';

/** Texts under fields. */
export type FieldErrors = Partial<Readonly<Record<SetUpField, string>>>;

/** What a step with fields gets. */
export interface StepProps {
  readonly form: SetUpForm;
  readonly change: (answers: Partial<SetUpForm>) => void;
  readonly errors: FieldErrors;
}

/** Whether the operator chooses the host name; on this machine, the server does. */
export const NEEDS_HOST = !isLoopback(location.hostname);

const entries = (faults: Partial<Readonly<Record<SetUpField, Fault>>>, { setUp }: EditorMessages): FieldErrors =>
  Object.fromEntries(Object.entries(faults).map(([name, fault]) => [name, setUp.faults[fault]()]));

/** Whether a field of a step is wrong. */
const hasErrorsIn = (step: Step, errors: FieldErrors): boolean =>
  Object.keys(errors).some((name) => {
    const wrong = fieldOf(name);
    return wrong !== undefined && stepOf(wrong) === step;
  });

/** The field that a refusal is about. A host that the server has chosen comes from the name. */
function wrongField(error: Error): SetUpField | undefined {
  const name = error instanceof ApiError ? fieldOf(error.field) : undefined;
  return name === 'host' && !NEEDS_HOST ? 'name' : name;
}

/** The step in the address, so that the browser's back button goes back one step. */
function useStep(): readonly [step: Step, goTo: (step: Step) => void] {
  const router = useRouter();
  const number = useLocation({ select: ({ searchStr }) => Number(new URLSearchParams(searchStr).get('step') ?? 1) });
  const goTo = (step: Step): void => void router.navigate({ href: withBase(`${SET_UP_PATH}?step=${STEPS.indexOf(step) + 1}`) });
  return [STEPS[number - 1] ?? 'site', goTo];
}

/** Alt+Left goes back one step, in browsers where it does not by itself; Enter continues where nothing else takes it. */
function useStepKeys(form: RefObject<HTMLFormElement | null>, onBack: (() => void) | undefined): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const isFree = document.activeElement === document.body || document.activeElement instanceof HTMLHeadingElement;
      if (event.key === 'Enter' && !event.altKey && isFree) form.current?.requestSubmit();
      // On macOS, Alt+Left moves by a word in a field.
      const isWordKey = /Mac/.test(navigator.platform) && isTyping(event.target);
      if (event.key !== 'ArrowLeft' || !event.altKey || onBack === undefined || isWordKey) return;
      event.preventDefault();
      onBack();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [form, onBack]);
}

/** After "Finish later" today's website is read again, since only the answers are on the device. */
function useResume({ website: address, timeZone }: SetUpForm, website: Website, step: Step): void {
  const [stored] = useState(address);
  const isForgotten = website.state === 'idle' && step !== 'site' && stored.trim() !== '' && address === stored;
  useEffect(() => {
    if (isForgotten) void readWebsite(address, timeZone);
  }, [isForgotten, address, timeZone]);
}

/** A schedule must be read before the site is created: what it has is shown first. */
function readFirst(form: SetUpForm, { state }: Schedule): void {
  if (state === 'sending' || state === 'reading') return;
  if (form.scheduleAddress.trim() === '') NEW_SITE_SCHEDULE.fail({ field: 'files', code: 'missing', error: undefined });
  else void NEW_SITE_SCHEDULE.readAddress(form.scheduleAddress, scheduleSiteOf(form));
}

/** Connects the address of the schedule. The site is there by then: what goes wrong is said on the last page. */
function useConnectAddress(form: SetUpForm, schedule: Schedule<ScheduleReading>) {
  const messages = useMessages();
  const formats = useFormatNames();
  return async (site: string): Promise<Pick<SetUpResult, 'feed'>> => {
    const address = followedAddress(form, schedule);
    const { reading } = schedule;
    if (address === undefined || reading === undefined) return {};
    const { systems, faults } = messages.feeds;
    const system = systemOf(reading.format);
    const name = system === undefined ? formats[reading.format] : systems[system.key].name();
    try {
      const isConnected = await connectFeed(site, feedOfAddress(address, reading.format, name));
      return { feed: isConnected ? { shows: reading.nextShows } : { reason: faults.noTheater() } };
    } catch (error) {
      return { feed: { reason: problemText(error, name, messages) } };
    }
  };
}

interface Creation {
  readonly form: SetUpForm;
  readonly website: Website;
  readonly schedule: Schedule<ScheduleReading>;
  readonly goTo: (step: Step) => void;
  readonly setErrors: (errors: FieldErrors) => void;
}

/** Creates the site, and goes to the last page. A refusal leads back to what it is about. */
function useCreateSite({ form, website, schedule, goTo, setErrors }: Creation) {
  const messages = useMessages();
  const [startedAt] = useState(() => Date.now());
  const [isLeaving, setLeaving] = useState(false);
  const connect = useConnectAddress(form, schedule);
  const create = useMutation({
    async mutationFn() {
      const site = await call<EditorSite>('POST', 'sites', requestOf(form, NEEDS_HOST, website, schedule));
      return { site, ...(await connect(site.key)) };
    },
    onSuccess({ site, feed }) {
      keepResult({
        site: site.key,
        way: wayOf(form, website),
        seconds: Math.round((Date.now() - startedAt) / 1000),
        isIncomplete: site.isIncomplete === true,
        withoutPicture: withoutPictureOf(form, website, schedule),
        website: form.website.trim() === '' ? '' : (website.host ?? ''),
        ...(feed === undefined ? {} : { feed }),
      });
      setLeaving(true);
      forgetSetUp();
      location.replace(withBase(createdPath(site.key)));
    },
    onError(error) {
      const refused = scheduleFailureOf(error);
      if (refused !== undefined) {
        NEW_SITE_SCHEDULE.fail(refused);
        goTo('program');
        return;
      }
      const wrong = wrongField(error);
      if (wrong === undefined) return;
      setErrors({ [wrong]: errorText(error, messages) });
      goTo(stepOf(wrong));
    },
  });
  return { create, isLeaving };
}

export function useSetUp() {
  const messages = useMessages();
  const [form, setForm] = useSetUpForm();
  const website = useWebsite();
  const schedule = NEW_SITE_SCHEDULE.useSchedule();
  const [asked, goTo] = useStep();
  const [errors, setErrors] = useState<FieldErrors>({});
  const faults = faultsOf(form, NEEDS_HOST);
  // A later step needs the answers of the first one.
  const step = Object.keys(faults).length > 0 ? 'site' : asked;
  const previous = STEPS[STEPS.indexOf(step) - 1];
  const back = previous === undefined ? undefined : () => goTo(previous);
  const box = useRef<HTMLFormElement>(null);
  useStepKeys(box, back);
  useResume(form, website, step);
  // The first field with an error takes the focus, once its step is shown.
  useEffect(() => {
    if (hasErrorsIn(step, errors)) focusFirstInvalid(box.current);
  }, [step, errors]);
  const { create, isLeaving } = useCreateSite({ form, website, schedule, goTo, setErrors });
  const change = (answers: Partial<SetUpForm>): void => {
    setForm(answers);
    create.reset();
    setErrors((known) => Object.fromEntries(Object.entries(known).filter(([name]) => !Object.hasOwn(answers, name))));
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (create.isPending || isLeaving) return;
    const found = entries(faults, messages);
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    const next = STEPS[STEPS.indexOf(step) + 1];
    // An address that was typed is read while the operator goes on.
    const isNew = step === 'look' && form.website.trim() !== '' && website.address !== form.website;
    if (isNew) void readWebsite(form.website, form.timeZone);
    // Enter in the field shows what is found.
    if (isNew && isTyping(document.activeElement)) return;
    if (next !== undefined) goTo(next);
    else if (form.program !== 'import' || schedule.state === 'read') create.mutate();
    else readFirst(form, schedule);
  };
  const isOther = create.error !== null && wrongField(create.error) === undefined && scheduleFailureOf(create.error) === undefined;
  const failure = isOther ? errorText(create.error, messages) : undefined;
  return { box, form, change, step, back, submit, errors, isBusy: create.isPending || isLeaving, failure };
}
