import type { HTMLInputAutoCompleteAttribute } from 'react';
import { Field, type FieldWords, describes } from '../Field/Field.tsx';
import { Select, type SelectOption } from './Select.tsx';

/** A field for one of many; the browser's own list. */
export function SelectField({
  id,
  name,
  label,
  value,
  onChange,
  options,
  empty,
  autoComplete,
  required,
  disabled,
  optional,
  hint,
  error,
}: FieldWords & {
  id: string;
  name: string;
  value: string;
  onChange: (value: string) => void;
  options: readonly SelectOption[];
  /** What is shown while nothing is chosen; without it the first option is the choice. */
  empty?: string | undefined;
  autoComplete?: HTMLInputAutoCompleteAttribute | undefined;
  required?: boolean | undefined;
  disabled?: boolean | undefined;
}) {
  return (
    <Field id={id} label={label} hint={hint} optional={optional} error={error}>
      <Select
        id={id}
        name={name}
        value={value}
        onValue={onChange}
        options={empty === undefined ? options : [{ value: '', label: empty }, ...options]}
        autoComplete={autoComplete}
        required={required}
        disabled={disabled}
        {...describes(id, { hint, error })}
      />
    </Field>
  );
}
