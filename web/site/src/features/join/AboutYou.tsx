import type { MemberTheater } from '@marquee/api/schema.gen.ts';
import type { JoinForm } from '@marquee/rules/loyalty/account/joining.ts';
import { TextField } from '@marquee/ui/Field/Field.tsx';
import { PhoneField } from '@marquee/ui/PhoneField/PhoneField.tsx';
import { SelectField } from '@marquee/ui/SelectField/SelectField.tsx';
import { cx } from '@marquee/ui/cx.ts';
import { useLaterMessages } from '../../state/later.ts';
import { NewPassword } from '../../parts/member/NewPassword.tsx';
import { phoneRules } from '../../state/phone-rules.ts';
import { useCountries } from '../../state/use-countries.ts';
import css from './Join.module.css';
import { type Change, type FieldErrors, fieldId } from './join-fields.ts';

interface PersonProps {
  readonly form: JoinForm;
  readonly errors: FieldErrors;
  readonly onChange: Change;
}

/** The personal fields of the join form. */
export function AboutYou({ theaters, ...person }: PersonProps & { readonly theaters: readonly MemberTheater[] }) {
  const { join, fields } = useLaterMessages();
  const { form, errors, onChange } = person;
  return (
    <fieldset>
      <legend className={css.legend}>
        <h2 className={css.section}>{join.about()}</h2>
      </legend>
      <div className={css.fields}>
        <PersonField {...person} name="firstName" autoComplete="given-name" />
        <PersonField {...person} name="lastName" autoComplete="family-name" />
        <PersonField {...person} name="email" autoComplete="email" type="email" />
        <Mobile {...person} />
        <div className={css.wide}>
          <NewPassword
            id={fieldId('password')}
            label={fields.password()}
            value={form.password}
            onChange={(password) => onChange({ password }, 'password')}
            error={errors.password}
          />
        </div>
        {theaters.length > 1 ? (
          <div className={cx(css.wide, css.theater)}>
            <SelectField
              id="join-theater"
              name="preferredCinemaId"
              label={join.theater()}
              optional={fields.optional()}
              value={form.theaterId}
              onChange={(theaterId) => onChange({ theaterId })}
              options={theaters.map(({ id, name }) => ({ value: id, label: name }))}
              empty={join.noTheater()}
            />
          </div>
        ) : null}
      </div>
    </fieldset>
  );
}

/** A text that every member has. */
function PersonField({
  form,
  errors,
  onChange,
  name,
  ...input
}: PersonProps & { readonly name: 'firstName' | 'lastName' | 'email'; readonly autoComplete: string; readonly type?: 'email' }) {
  const { fields } = useLaterMessages();
  return (
    <TextField
      {...input}
      id={fieldId(name)}
      name={name}
      label={fields[name]()}
      value={form[name]}
      onChange={(text) => onChange({ [name]: text }, name)}
      error={errors[name]}
      maxLength={200}
      required
    />
  );
}

function Mobile({ form, errors, onChange }: PersonProps) {
  const { join, fields } = useLaterMessages();
  const countries = useCountries(form.country);
  return (
    <PhoneField
      id={fieldId('mobile')}
      name="mobileNumber"
      label={fields.mobile()}
      optional={fields.optional()}
      countryLabel={join.country()}
      country={form.country}
      countries={countries}
      onCountry={(country) => onChange({ country }, 'mobile')}
      value={form.mobile}
      onChange={(mobile) => {
        onChange({ mobile }, 'mobile');
        // Preloads the phone number rules; a failure is handled when the form is submitted.
        if (mobile !== '') void phoneRules();
      }}
      error={errors.mobile}
    />
  );
}
