import type { HTMLInputAutoCompleteAttribute } from 'react';
import { Field, type FieldTexts, descriptionAttributes } from '../Field/Field.tsx';
import { Select, type SelectOption } from './Select.tsx';

/** A labeled native select element. */
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
}: FieldTexts & {
  id: string;
  name: string;
  value: string;
  onChange: (value: string) => void;
  options: readonly SelectOption[];
  /** Label of an option for no choice. Without it there is always a choice. */
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
        {...descriptionAttributes(id, { hint, error })}
      />
    </Field>
  );
}
