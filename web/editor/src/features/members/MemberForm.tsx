import { useMutation } from '@tanstack/react-query';
import { field, text } from '@marquee/api/json.ts';
import { cx } from '@marquee/ui/cx.ts';
import { type FormEvent, useState } from 'react';
import type { LoyaltyRecord } from '@marquee/api/editor.gen.ts';
import { Button } from '../../parts/Button.tsx';
import { Checkbox, Select, Switch } from '../../parts/Choice.tsx';
import { TextField } from '../../parts/Field.tsx';
import { CancelButton, Dialog } from '../../parts/Overlay.tsx';
import { useIsChanged } from '../../parts/use-is-changed.ts';
import { ApiError, call } from '../../state/api/client.ts';
import { instantOf, localMoment } from '../../state/content/events.ts';
import { languagesOf } from '../../state/content/languages.ts';
import { recordsOf } from '../../state/content/records.ts';
import { useDraft, useOpenSite } from '../../state/drafts.ts';
import { errorText } from '../../state/errors.ts';
import { useDesk, useRecords, useRefresh, useUndo } from '../../state/members/queries.ts';
import { type Member, changesOf, undoOf, memberOf, numberOf } from '../../state/members/records.ts';
import { useFormats, useMessages } from '../../state/messages.ts';
import { showToast } from '../../state/toasts.ts';
import styles from './Members.module.css';

const NEW_FIELDS = ['firstName', 'lastName', 'email', 'mobileNumber', 'cardCode'] as const;
const FIELDS = [
  'firstName',
  'lastName',
  'email',
  'username',
  'mobileNumber',
  'phoneNumber',
  'dateOfBirth',
  'address1',
  'address2',
  'zipCode',
  'city',
  'state',
  'country',
] as const;
type FieldName = (typeof FIELDS)[number] | (typeof NEW_FIELDS)[number];
const REQUIRED: readonly FieldName[] = ['firstName', 'lastName'];
const INPUTS: Partial<Record<FieldName, { readonly type?: string; readonly inputMode?: 'email' | 'tel' }>> = {
  email: { type: 'email', inputMode: 'email' },
  mobileNumber: { type: 'tel', inputMode: 'tel' },
  phoneNumber: { type: 'tel', inputMode: 'tel' },
  dateOfBirth: { type: 'date' },
};

type Values = Readonly<Partial<Record<FieldName, string>>>;

/** Text fields of a member, each with what is wrong with it. */
function Fields({
  names,
  values,
  error,
  isChecked,
  onChange,
}: {
  readonly names: readonly FieldName[];
  readonly values: Values;
  readonly error: unknown;
  readonly isChecked: boolean;
  readonly onChange: (values: Values) => void;
}) {
  const messages = useMessages();
  const { members: words } = messages;
  const faultOf = (name: FieldName): string | undefined => {
    const label = words.fields[name]();
    if (isChecked && REQUIRED.includes(name) && (values[name] ?? '').trim() === '') return words.required({ field: label });
    // A conflict names its field at the beginning of its text.
    const isOwn = error instanceof ApiError && (error.field === name || error.message.startsWith(`${name}: `));
    return isOwn || (error instanceof ApiError && error.message.toLowerCase().startsWith(`${name.toLowerCase()} belongs`))
      ? errorText(error, messages)
      : undefined;
  };
  return names.map((name, index) => (
    <TextField
      key={name}
      {...INPUTS[name]}
      label={words.fields[name]()}
      value={values[name] ?? ''}
      onChange={(value) => onChange({ ...values, [name]: value })}
      error={faultOf(name)}
      autoComplete="off"
      maxLength={200}
      {...(index === 0 ? { autoFocus: true } : {})}
    />
  ));
}

const isIncomplete = (values: Values): boolean => REQUIRED.some((name) => (values[name] ?? '').trim() === '');

const trimmed = (values: Values): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value.trim()]));

/** Adds a member at the counter. */
export function SignUpDialog({ onClose, onDone }: { readonly onClose: () => void; readonly onDone: (id: string) => void }) {
  const messages = useMessages();
  const { members: words } = messages;
  const { site } = useOpenSite();
  const { data: desk } = useDesk();
  const refresh = useRefresh();
  const [values, setValues] = useState<Values>({});
  const [sendsLink, setSendsLink] = useState(true);
  const [isChecked, setChecked] = useState(false);
  const hasLink = desk?.hasSignInPage === true;
  const create = useMutation({
    async mutationFn() {
      const filled = Object.fromEntries(Object.entries(trimmed(values)).filter(([, value]) => value !== ''));
      const member = memberOf(await call<LoyaltyRecord>('POST', `${site.key}/records/members`, filled));
      showToast(words.signedUp({ name: member.name }));
      if (hasLink && sendsLink && member.email !== '')
        await call('POST', `${site.key}/members/${encodeURIComponent(member.id)}/password-link`)
          .then(() => showToast(words.linkSent({ email: member.email })))
          .catch((error: unknown) => showToast(errorText(error, messages)));
      return member.id;
    },
    onSuccess(id) {
      refresh();
      onDone(id);
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setChecked(true);
    if (!isIncomplete(values)) create.mutate();
  };
  return (
    <Dialog
      title={words.signUp()}
      hasUnsaved={useIsChanged(Object.values(values).filter((value) => value !== ''))}
      isSaving={create.isPending}
      onClose={onClose}
      foot={
        <>
          <CancelButton />
          <Button type="submit" form="sign-up" look="solid" isBusy={create.isPending}>
            {words.signUp()}
          </Button>
        </>
      }
    >
      <form id="sign-up" className={styles['form']} onSubmit={submit} noValidate>
        <Fields names={NEW_FIELDS} values={values} error={create.error} isChecked={isChecked} onChange={setValues} />
        {hasLink && (
          <div className={styles['whole']}>
            <Checkbox label={words.signUpLink()} isOn={sendsLink} onChange={setSendsLink} />
          </div>
        )}
        <Failure error={create.error} />
      </form>
    </Dialog>
  );
}

/** What an operator chooses for a member. */
interface MemberChoices {
  /** The last day of the membership in the operator's zone, `2027-11-20`; empty for no end. */
  readonly lastDay: string;
  /** Short locale of emails. */
  readonly language: string;
  /** Id of a theater; empty for none. */
  readonly theater: string;
  readonly newsletter: boolean;
  readonly sms: boolean;
  readonly thirdParties: boolean;
}

function choicesOf(record: unknown): MemberChoices {
  const consent = (name: string): boolean => field(field(record, 'consents'), name) === true;
  return {
    lastDay: localMoment(field(record, 'expiresAt')).slice(0, 10),
    language: text(field(record, 'language')),
    theater: text(field(record, 'preferredCinemaId')),
    newsletter: consent('sendNewsletter'),
    sms: consent('wishToReceiveSms'),
    thirdParties: consent('contactByThirdParty'),
  };
}

/** The fields of a record with these choices. Days are those of the operator, as the profile shows them; one that stays keeps its time. */
function recordOfChoices(record: unknown, choices: MemberChoices): Readonly<Record<string, unknown>> {
  const before = text(field(record, 'expiresAt'));
  const { lastDay } = choices;
  return {
    expiresAt: lastDay === choicesOf(record).lastDay ? before : (instantOf(lastDay && `${lastDay}T23:59:59`) ?? ''),
    language: choices.language,
    preferredCinemaId: choices.theater,
    'consents.sendNewsletter': choices.newsletter,
    'consents.wishToReceiveSms': choices.sms,
    'consents.contactByThirdParty': choices.thirdParties,
  };
}

function Choices({
  choices,
  error,
  onChange,
}: {
  readonly choices: MemberChoices;
  readonly error: unknown;
  readonly onChange: (choices: MemberChoices) => void;
}) {
  const messages = useMessages();
  const { members: words } = messages;
  const { language } = useFormats();
  const content = useDraft()?.content;
  const { main, others } = languagesOf(content);
  const languages = [...new Set([main, ...others, choices.language])].filter((code) => code !== '');
  const theaters = recordsOf(content, 'theaters').map(({ id, name }) => ({ value: id, label: name }));
  const known = theaters.some(({ value }) => value === choices.theater) || choices.theater === '';
  const change = (next: Partial<MemberChoices>): void => onChange({ ...choices, ...next });
  return (
    <>
      <TextField
        label={words.fields.expiresAt()}
        type="date"
        value={choices.lastDay}
        onChange={(lastDay) => change({ lastDay })}
        error={error instanceof ApiError && error.field === 'expiresAt' ? errorText(error, messages) : undefined}
      />
      <Select
        label={words.fields.language()}
        value={choices.language || main}
        options={languages.map((code) => ({ value: code, label: language(code) }))}
        onChange={(code) => change({ language: code })}
      />
      {theaters.length > 1 && (
        <Select
          label={words.fields.preferredCinemaId()}
          value={choices.theater}
          options={[
            { value: '', label: words.noTheater() },
            ...(known ? [] : [{ value: choices.theater, label: choices.theater }]),
            ...theaters,
          ]}
          onChange={(theater) => change({ theater })}
        />
      )}
      <div className={cx(styles['whole'], styles['switches'])}>
        <Switch label={words.newsletter()} isOn={choices.newsletter} onChange={(newsletter) => change({ newsletter })} />
        <Switch label={words.sms()} isOn={choices.sms} onChange={(sms) => change({ sms })} />
        <Switch label={words.thirdParties()} isOn={choices.thirdParties} onChange={(thirdParties) => change({ thirdParties })} />
      </div>
    </>
  );
}

/** The level of a member, if the site has levels. */
function LevelSelect({ level, onChange }: { readonly level: string; readonly onChange: (level: string) => void }) {
  const { members: words } = useMessages();
  const { data: levels } = useRecords('levels');
  const options = (levels?.items ?? []).map((item) => ({
    value: String(numberOf(field(item, 'id'))),
    label: text(field(item, 'name')),
  }));
  if (options.length === 0) return null;
  const isKnown = options.some(({ value }) => value === level);
  return (
    <Select
      label={words.fields.levelId()}
      value={level}
      options={isKnown ? options : [{ value: level, label: words.noLevel() }, ...options]}
      onChange={onChange}
    />
  );
}

/** Changes the details of a member. */
export function EditDialog({ member, onClose }: { readonly member: Member; readonly onClose: () => void }) {
  const { members: words } = useMessages();
  const { site } = useOpenSite();
  const refresh = useRefresh();
  const undo = useUndo();
  const path = `${site.key}/records/members/${encodeURIComponent(member.id)}`;
  const read = (name: string): string => text(field(member.record, name));
  const [values, setValues] = useState<Values>(() => Object.fromEntries(FIELDS.map((name) => [name, read(name)])));
  const [level, setLevel] = useState(String(member.levelId));
  const [choices, setChoices] = useState(() => choicesOf(member.record));
  const [isChecked, setChecked] = useState(false);
  const [hasPartialDate, setPartial] = useState(false);
  const save = useMutation({
    async mutationFn() {
      const all = { ...trimmed(values), levelId: Number(level), ...recordOfChoices(member.record, choices) };
      const changes = changesOf(member.record, all);
      if (Object.keys(changes).length === 0) return undefined;
      await call('PUT', path, changes);
      return changes;
    },
    onSuccess(changes) {
      showToast(words.saved(), changes && undo(() => call('PUT', path, undoOf(member.record, changes))));
      refresh();
      onClose();
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setChecked(true);
    // The value of a date that is typed in part is empty.
    const partial = [...event.currentTarget.querySelectorAll('input')].find(({ validity }) => validity.badInput);
    setPartial(partial !== undefined);
    partial?.focus();
    if (partial === undefined && !isIncomplete(values)) save.mutate();
  };
  return (
    <Dialog
      title={words.edit()}
      hasUnsaved={useIsChanged([values, level, choices])}
      isSaving={save.isPending}
      onClose={onClose}
      foot={
        <>
          <CancelButton />
          <Button type="submit" form="edit-member" look="solid" isBusy={save.isPending}>
            {words.save()}
          </Button>
        </>
      }
    >
      <form id="edit-member" className={styles['form']} onSubmit={submit} noValidate>
        <Fields names={FIELDS} values={values} error={save.error} isChecked={isChecked} onChange={setValues} />
        <LevelSelect level={level} onChange={setLevel} />
        <Choices choices={choices} error={save.error} onChange={setChoices} />
        {hasPartialDate && <p role="alert">{words.dateIncomplete()}</p>}
        <Failure error={save.error} />
      </form>
    </Dialog>
  );
}

/** Says what went wrong, below a form. */
export function Failure({ error }: { readonly error: unknown }) {
  const messages = useMessages();
  if (error === null || error === undefined) return null;
  return <output>{errorText(error, messages)}</output>;
}
