import { Field, type FieldTexts, descriptionAttributes, inputClass } from '../Field/Field.tsx';
import { Select } from '../SelectField/Select.tsx';
import { useHydrated } from '../use-hydrated.ts';
import { useTyping } from '../use-typing.ts';
import css from './PhoneField.module.css';

/** A country: its ISO 3166 alpha-2 code, its name in the page's language, and its calling code with or without `+`. */
export interface PhoneCountry {
  code: string;
  name: string;
  callingCode: string;
}

const withPlus = (callingCode: string): string => (callingCode.startsWith('+') ? callingCode : `+${callingCode}`);

/** A field for a national phone number and its country (VALID-03). The form sends the number as `name`, the country as `{name}Country`. */
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
}: FieldTexts & {
  id: string;
  name: string;
  countryLabel: string;
  /** The code of the chosen country. */
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
  // The options have full names, for which a closed list has no space. Without scripts the full name is shown.
  const shortLabel = useHydrated() && chosen !== undefined ? `${chosen.code} ${withPlus(chosen.callingCode)}` : undefined;
  return (
    <fieldset aria-labelledby={`${id}-label`}>
      <Field id={id} label={label} hint={hint} optional={optional} error={error}>
        <div className={css.controls}>
          <Select
            name={`${name}Country`}
            aria-label={countryLabel}
            value={country}
            onValue={onCountry}
            options={countries.map((option) => ({
              value: option.code,
              label: `${option.name} (${withPlus(option.callingCode)})`,
            }))}
            closedLabel={shortLabel}
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
            {...descriptionAttributes(id, { hint, error })}
            {...typing}
          />
        </div>
      </Field>
    </fieldset>
  );
}
