import { useMutation } from '@tanstack/react-query';
import { field, text } from '@marquee/api/json.ts';
import { cx } from '@marquee/ui/cx.ts';
import { type FormEvent, useState } from 'react';
import type { LoyaltyRecord } from '@marquee/api/editor.gen.ts';
import { Button } from '../../parts/Button.tsx';
import { Checkbox, Select } from '../../parts/Choice.tsx';
import { TextField } from '../../parts/Field.tsx';
import { CancelButton, Dialog } from '../../parts/Overlay.tsx';
import { ApiError, call } from '../../state/api/client.ts';
import { languagesOf } from '../../state/content/languages.ts';
import { recordsOf } from '../../state/content/records.ts';
import { useDraft, useOpenSite } from '../../state/drafts.ts';
import { errorText } from '../../state/errors.ts';
import {
  type OfferField,
  type OfferKind,
  type OfferValues,
  faultOf,
  fieldsOf,
  idField,
  initialValues,
  requestOf,
  theatersIn,
  theatersText,
} from '../../state/members/kinds.ts';
import { undoOf } from '../../state/members/records.ts';
import { useRecords, useRefresh, useUndo } from '../../state/members/queries.ts';
import { useFormats, useMessages } from '../../state/messages.ts';
import { currencyOf } from '../../state/program/currency.ts';
import { showToast } from '../../state/toasts.ts';
import { Failure } from './MemberForm.tsx';
import styles from './Members.module.css';

/** Creates a record, or changes the fields of one that differ. */
function useSave(kind: OfferKind, record: LoyaltyRecord | undefined, onDone: () => void) {
  const { rewards: words } = useMessages();
  const { site } = useOpenSite();
  const refresh = useRefresh();
  const undo = useUndo();
  const pathOf = (of: unknown): string => `${site.key}/records/${kind}/${encodeURIComponent(text(field(of, idField(kind))))}`;
  return useMutation({
    async mutationFn({ fields, values }: { readonly fields: readonly OfferField[]; readonly values: OfferValues }) {
      const path = `${site.key}/records/${kind}`;
      const request = requestOf(fields, record, values);
      const saved = await (record === undefined ? call('POST', path, request) : call('PUT', pathOf(record), request));
      return { request, saved };
    },
    onSuccess({ request, saved }, { values }) {
      showToast(
        words.saved({ name: (values['name'] ?? '').trim() }),
        undo(() => (record === undefined ? call('DELETE', pathOf(saved)) : call('PUT', pathOf(record), undoOf(record, request)))),
      );
      refresh();
      onDone();
    },
  });
}

/** Adds a reward, level, membership or voucher, or changes one. */
export function OfferDialog({
  kind,
  record,
  isHidden = false,
  onClose,
  onRemove,
}: {
  readonly kind: OfferKind;
  readonly record: LoyaltyRecord | undefined;
  /** Whether another dialog is in front of it. What is typed is kept. */
  readonly isHidden?: boolean;
  readonly onClose: () => void;
  readonly onRemove?: () => void;
}) {
  const { rewards: words } = useMessages();
  const knownCurrency = useKnownCurrency();
  const all = fieldsOf(kind, languagesOf(useDraft()?.content).others);
  const [typed, setTyped] = useState<OfferValues>({});
  const initial: OfferValues = { currency: knownCurrency, ...initialValues(all, record) };
  const values: OfferValues = { ...initial, ...typed };
  const [isChecked, setChecked] = useState(false);
  const hasUnsaved = Object.entries(typed).some(([name, value]) => value !== (initial[name] ?? ''));
  const isNew = record === undefined;
  const fields = all.filter(({ isKey }) => isNew || isKey !== true);
  const save = useSave(kind, record, onClose);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setChecked(true);
    if (fields.every((item) => faultOf(item, values) === undefined)) save.mutate({ fields, values });
  };
  if (isHidden) return null;
  return (
    <Dialog
      title={isNew ? words.add[kind]() : words.open({ name: text(field(record, 'name')) })}
      hasUnsaved={hasUnsaved}
      isSaving={save.isPending}
      onClose={onClose}
      foot={
        <>
          {onRemove !== undefined && (
            <Button isDanger onPress={onRemove}>
              {words.remove()}
            </Button>
          )}
          <CancelButton />
          <Button type="submit" form="offer" look="solid" isBusy={save.isPending}>
            {words.save()}
          </Button>
        </>
      }
    >
      <form id="offer" className={styles['form']} onSubmit={submit} noValidate>
        {fields.map((item, index) => (
          <OfferControl
            key={item.name}
            item={item}
            values={values}
            error={save.error}
            isChecked={isChecked}
            isFirst={index === 0}
            onChange={(name, value) => setTyped((before) => ({ ...before, [name]: value }))}
          />
        ))}
        <Failure error={save.error} />
      </form>
    </Dialog>
  );
}

interface ControlProps {
  readonly item: OfferField;
  readonly values: OfferValues;
  readonly error: unknown;
  readonly isChecked: boolean;
  readonly isFirst: boolean;
  readonly onChange: (name: string, value: string) => void;
}

/** A field of the form. */
function OfferControl({ item, values, error, isChecked, isFirst, onChange }: ControlProps) {
  const messages = useMessages();
  const { rewards: words, members } = messages;
  const { language } = useFormats();
  const own = words.fields[item.label]();
  const label = item.language === undefined ? own : words.localized({ field: own, language: language(item.language) });
  const value = values[item.name] ?? '';
  if (item.type === 'level') return <LevelSelect label={label} value={value} onChange={(level) => onChange(item.name, level)} />;
  if (item.type === 'theaters')
    return <Theaters label={label} value={theatersIn(value)} onChange={(ids) => onChange(item.name, theatersText(ids))} />;
  const fault = isChecked ? faultOf(item, values) : undefined;
  const refused =
    error instanceof ApiError && (error.field === item.name || error.field.split('.')[0] === item.name)
      ? errorText(error, messages)
      : undefined;
  const faults = { required: members.required({ field: label }), amount: words.invalidAmount() };
  return (
    <>
      <div className={item.type === 'long' ? styles['whole'] : undefined}>
        <TextField
          label={label}
          value={value}
          onChange={(next) => onChange(item.name, next)}
          isMultiline={item.type === 'long'}
          autoComplete="off"
          maxLength={item.type === 'long' ? 2000 : 200}
          hint={item.isKey === true ? words.codeHint() : item.label === 'pointsCost' ? words.earnedHint() : undefined}
          error={fault === undefined ? refused : faults[fault]}
          {...(item.type === 'number' ? { inputMode: 'numeric' as const } : {})}
          {...(isFirst ? { autoFocus: true } : {})}
        />
      </div>
      {item.type === 'money' && (
        <TextField
          label={words.fields.currency()}
          value={values['currency'] ?? ''}
          onChange={(currency) => onChange('currency', currency.toUpperCase())}
          autoComplete="off"
          maxLength={3}
        />
      )}
    </>
  );
}

/** The theaters that have an offer; none for all. */
function Theaters({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: readonly string[];
  readonly onChange: (theaters: readonly string[]) => void;
}) {
  const { rewards: words } = useMessages();
  const theaters = recordsOf(useDraft()?.content, 'theaters');
  if (theaters.length < 2 && value.length === 0) return null;
  const removed = value.filter((id) => theaters.every((theater) => theater.id !== id)).map((id) => ({ id, name: id }));
  return (
    <fieldset className={cx(styles['whole'], styles['theaters'])}>
      <legend>{label}</legend>
      <p>{words.theatersHint()}</p>
      {[...theaters, ...removed].map(({ id, name }) => (
        <Checkbox
          key={id}
          label={name}
          isOn={value.includes(id)}
          onChange={(isOn) => onChange(isOn ? [...value, id] : value.filter((other) => other !== id))}
        />
      ))}
    </fieldset>
  );
}

function LevelSelect({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (level: string) => void;
}) {
  const { rewards: words } = useMessages();
  const { data } = useRecords('levels');
  const levels = data?.items ?? [];
  const options = [
    ...(levels.some((level) => field(level, 'id') === 0) ? [] : [{ value: '0', label: words.everyone() }]),
    ...levels.map((level) => ({ value: text(field(level, 'id')), label: text(field(level, 'name')) })),
  ];
  return <Select label={label} value={value} options={options} onChange={onChange} />;
}

/** The currency of existing memberships, vouchers and gift cards; that of the site if there are none. */
export function useKnownCurrency(): string {
  const { data: memberships } = useRecords('memberships');
  const { data: vouchers } = useRecords('evouchers');
  const { data: giftCards } = useRecords('gift-cards');
  const prices = [...(memberships?.items ?? []), ...(vouchers?.items ?? [])].map((record) => field(record, 'price'));
  const currencies = [...prices, ...(giftCards?.items ?? [])].map((price) => text(field(price, 'currency')));
  const content = useDraft()?.content;
  return currencies.find((currency) => currency !== '') ?? currencyOf(content);
}
