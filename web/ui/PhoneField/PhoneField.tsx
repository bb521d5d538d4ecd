import { Field, type FieldWords, describes, inputClass } from '../Field/Field.tsx';
import { Select } from '../SelectField/Select.tsx';
import { useHydrated } from '../use-hydrated.ts';
import { useTyping } from '../use-typing.ts';
import css from './PhoneField.module.css';

/** A country by its two letters (ISO 3166), its name in the page's language, and its calling code with or without `+`. */
export interface PhoneCountry {
  code: string;
  name: string;
  callingCode: string;
}

const plus = (callingCode: string): string => (callingCode.startsWith('+') ? callingCode : `+${callingCode}`);

/** A phone number as it is dialled in its country (VALID-03). Sent as `name`, the country as `{name}Country`. */
export function PhoneField({
  id,
  name,
  label,
  countryLabel,
  country,
  countries,
  onCountry,
  value,
  onChange,
  error,
  optional,
  hint,
  required,
  disabled,
  placeholder,
}: FieldWords & {
  id: string;
  name: string;
  countryLabel: string;
  /** The chosen country's two letters. */
  country: string;
  countries: readonly PhoneCountry[];
  onCountry: (code: string) => void;
  value: string;
  onChange: (text: string) => void;
  required?: boolean | undefined;
  disabled?: boolean | undefined;
  placeholder?: string | undefined;
}) {
  const typing = useTyping(value, onChange);
  const chosen = countries.find(({ code }) => code === country);
  // The list names countries in full, for which there is no room once it is closed. Without scripts it stays as it is.
  const short = useHydrated() && chosen !== undefined ? `${chosen.code} ${plus(chosen.callingCode)}` : undefined;
  return (
    <fieldset aria-labelledby={`${id}-label`}>
      <Field id={id} label={label} hint={hint} optional={optional} error={error}>
        <div className={css.both}>
          <Select
            name={`${name}Country`}
            aria-label={countryLabel}
            value={country}
            onValue={onCountry}
            options={countries.map((one) => ({ value: one.code, label: `${one.name} (${plus(one.callingCode)})` }))}
            shown={short}
            disabled={disabled}
          />
          <input
            className={inputClass}
            id={id}
            name={name}
            type="text"
            inputMode="tel"
            value={value}
            autoComplete="tel-national"
            required={required}
            disabled={disabled}
            placeholder={placeholder}
            {...describes(id, { hint, error })}
            {...typing}
          />
        </div>
      </Field>
    </fieldset>
  );
}
