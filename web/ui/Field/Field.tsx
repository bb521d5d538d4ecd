import type { HTMLInputAutoCompleteAttribute, HTMLInputTypeAttribute, InputHTMLAttributes, ReactNode } from 'react';
import { useTyping } from '../use-typing.ts';
import { ErrorLine } from './ErrorLine.tsx';
import css from './Field.module.css';

/** What is said around a control. */
export interface FieldWords {
  label: string;
  /** How to fill it in; stands below it. */
  hint?: string | undefined;
  /** That it may stay empty, as it is shown behind the label, with its brackets. */
  optional?: string | undefined;
  /** What is wrong with it (VALID-02). */
  error?: string | undefined;
}

/** The look of a control. */
export const inputClass = css.input ?? '';

/**
 * A control's label, and the hint and error it is described by. The control has the id and `describes(id, words)`; a group
 * around it is labelled by `{id}-label`.
 */
export function Field({ id, label, hint, optional, error, children }: FieldWords & { id: string; children: ReactNode }) {
  return (
    <div className={css.field}>
      <label className={css.label} id={`${id}-label`} htmlFor={id}>
        {label}
        {optional ? <span className={css.optional}> {optional}</span> : null}
      </label>
      {children}
      {hint ? (
        <p className={css.hint} id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
      <ErrorLine id={id} error={error} />
    </div>
  );
}

/** The attributes that tie a control to what stands below it; `more` are ids of the page's own. */
export function describes(id: string, { hint, error }: Pick<FieldWords, 'hint' | 'error'>, more?: string) {
  const ids = [error ? `${id}-error` : '', hint ? `${id}-hint` : '', more ?? ''].filter((one) => one !== '').join(' ');
  return { 'aria-invalid': error ? true : undefined, 'aria-describedby': ids === '' ? undefined : ids } as const;
}

/** A field for a line of text. It strips the characters of markup (VALID-01), and can be shown invalid (VALID-02). */
export function TextField({
  id,
  name,
  label,
  value,
  onChange,
  type = 'text',
  hint,
  optional,
  error,
  autoComplete,
  inputMode,
  required,
  disabled,
  placeholder,
  maxLength,
}: FieldWords & {
  id: string;
  name: string;
  value: string;
  onChange: (text: string) => void;
  type?: Extract<HTMLInputTypeAttribute, 'text' | 'email' | 'tel' | 'search' | 'date'>;
  autoComplete?: HTMLInputAutoCompleteAttribute | undefined;
  inputMode?: InputHTMLAttributes<HTMLInputElement>['inputMode'];
  required?: boolean | undefined;
  disabled?: boolean | undefined;
  placeholder?: string | undefined;
  maxLength?: number | undefined;
}) {
  const typing = useTyping(value, onChange);
  // Names and sentences have capitals and a spelling; the rest has not.
  const literal = type === 'email' || type === 'search' || autoComplete === 'username';
  return (
    <Field id={id} label={label} hint={hint} optional={optional} error={error}>
      <input
        className={css.input}
        id={id}
        name={name}
        type={type}
        value={value}
        autoComplete={autoComplete}
        autoCapitalize={literal ? 'off' : undefined}
        spellCheck={literal ? false : undefined}
        inputMode={inputMode}
        required={required}
        disabled={disabled}
        placeholder={placeholder}
        maxLength={maxLength}
        {...describes(id, { hint, error })}
        {...typing}
      />
    </Field>
  );
}
