import type { HTMLInputAutoCompleteAttribute, HTMLInputTypeAttribute, InputHTMLAttributes, ReactNode } from 'react';
import { useTyping } from '../use-typing.ts';
import { ErrorLine } from './ErrorLine.tsx';
import css from './Field.module.css';

/** The texts around a control. */
export interface FieldTexts {
  label: string;
  /** How to fill it in; shown below the control. */
  hint?: string | undefined;
  /** Says that the control is optional; shown after the label, with its parentheses. */
  optional?: string | undefined;
  /** The error message (VALID-02). */
  error?: string | undefined;
}

/** The class of a control. */
export const inputClass = css.input ?? '';

/**
 * The label, hint and error of a control. The control must have the id and `descriptionAttributes(id, texts)`; a group around it
 * can be labeled by `{id}-label`.
 */
export function Field({ id, label, hint, optional, error, children }: FieldTexts & { id: string; children: ReactNode }) {
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

/** The ARIA attributes that connect a control with its hint and error; `more` are ids of further descriptions. */
export function descriptionAttributes(id: string, { hint, error }: Pick<FieldTexts, 'hint' | 'error'>, more?: string) {
  const ids = [error ? `${id}-error` : '', hint ? `${id}-hint` : '', more ?? ''].filter((part) => part !== '').join(' ');
  return { 'aria-invalid': error ? true : undefined, 'aria-describedby': ids === '' ? undefined : ids } as const;
}

/** A field for a line of text. It removes markup characters (VALID-01) and shows errors (VALID-02). */
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
}: FieldTexts & {
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
  // Names and sentences may be capitalized and spell-checked, other texts not.
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
        {...descriptionAttributes(id, { hint, error })}
        {...typing}
      />
    </Field>
  );
}
