// Fields that save into the draft: each is marked while it differs from what visitors see, and can be set back.

import { isRecord, text } from '@marquee/api/json.ts';
import { cx } from '@marquee/ui/cx.ts';
import { type ReactNode, useState } from 'react';
import { useDraft, useOpenSite, usePart } from '../state/drafts.ts';
import { useMessages } from '../state/messages.ts';
import { isSame, valueAt } from '../state/pointer.ts';
import { refusalOf } from '../state/refusal.ts';
import { IconButton } from './Button.tsx';
import { FeedMark } from './FeedMark.tsx';
import { TextField, type TextFieldProps } from './Field.tsx';
import styles from './DraftField.module.css';

/** Marks a part that differs from the published one. `of` names it. */
export function Changed({
  pointer,
  of,
  children,
}: {
  readonly pointer: string;
  readonly of: string;
  readonly children: ReactNode;
}) {
  const { settings } = useMessages();
  const { draft } = useOpenSite();
  const state = useDraft();
  const live = valueAt(state?.server.live, pointer);
  // A record that visitors do not have is new as a whole.
  const isNew = !isRecord(valueAt(state?.server.live, pointer.split('/').slice(0, 3).join('/')));
  const isChanged = state !== undefined && !isNew && !isSame(valueAt(state.content, pointer), live);
  return (
    <div className={cx(styles['field'], isChanged && styles['changed'])} data-part={pointer}>
      <div>
        {children}
        <FeedMark pointer={pointer} of={of} />
      </div>
      {isChanged && (
        <span className={styles['reset']}>
          <IconButton icon="reset" label={settings.reset({ title: of })} onPress={() => draft.edit([{ pointer, to: live }])} />
        </span>
      )}
    </div>
  );
}

/** A text of the draft. */
export function DraftText({
  pointer,
  label,
  limit,
  isOptional = false,
  error,
  ...props
}: Omit<TextFieldProps, 'value' | 'onChange' | 'aside' | 'label'> & {
  readonly pointer: string;
  readonly label: string;
  /** The number of characters that fit; more are counted, not refused. */
  readonly limit?: number;
  /** An empty text leaves the part out. */
  readonly isOptional?: boolean;
}) {
  const { fields } = useMessages();
  const state = useDraft();
  const [value, change] = usePart(pointer);
  const typed = text(value);
  const refusal = state === undefined ? undefined : refusalOf(state, pointer);
  return (
    <Changed pointer={pointer} of={label}>
      <TextField
        {...props}
        label={label}
        value={typed}
        onChange={(next) => change(isOptional && next === '' ? undefined : next)}
        error={error ?? refusal}
        {...(limit === undefined ? {} : { aside: fields.count({ count: [...typed].length, limit }) })}
      />
    </Changed>
  );
}

/** A value that is typed as text: the text stays as typed until the value changes elsewhere. */
export function TypedField<Value>({
  value,
  format,
  parse,
  onChange,
  ...props
}: Omit<TextFieldProps, 'value' | 'onChange'> & {
  readonly value: Value;
  readonly format: (value: Value) => string;
  /** The value of a text; undefined if the text is not one. */
  readonly parse: (text: string) => { readonly value: Value } | undefined;
  readonly onChange: (value: Value) => void;
}) {
  const formatted = format(value);
  const [typed, setTyped] = useState({ text: formatted, of: formatted });
  const change = (next: string): void => {
    const read = parse(next);
    setTyped({ text: next, of: read === undefined ? formatted : format(read.value) });
    if (read !== undefined) onChange(read.value);
  };
  return <TextField {...props} value={typed.of === formatted ? typed.text : formatted} onChange={change} />;
}
