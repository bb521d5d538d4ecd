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

/** The personal fields of the join form. */
export function AboutYou({ form, errors, theaters, onChange }: { form: JoinForm; errors: FieldErrors; theaters: readonly MemberTheater[]; onChange: Change }) {
  const { join, fields } = useLaterMessages();
  const countries = useCountries(form.country);
  return (
    <fieldset>
      <legend className={css.legend}>
        <h2 className={css.section}>{join.about()}</h2>
      </legend>
      <div className={css.fields}>
        <TextField
          id={fieldId('firstName')}
          name="firstName"
          label={fields.firstName()}
          value={form.firstName}
          onChange={(firstName) => onChange({ firstName }, 'firstName')}
          autoComplete="given-name"
          error={errors.firstName}
          maxLength={200}
          required
        />
        <TextField
          id={fieldId('lastName')}
          name="lastName"
          label={fields.lastName()}
          value={form.lastName}
          onChange={(lastName) => onChange({ lastName }, 'lastName')}
          autoComplete="family-name"
          error={errors.lastName}
          maxLength={200}
          required
        />
        <TextField
          id={fieldId('email')}
          name="email"
          type="email"
          label={fields.email()}
          value={form.email}
          onChange={(email) => onChange({ email }, 'email')}
          autoComplete="email"
          error={errors.email}
          maxLength={200}
          required
        />
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
