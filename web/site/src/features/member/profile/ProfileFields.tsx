import { PROFILE_FLAGS, type Profile, type ProfileText, REQUIRED } from '@marquee/rules/loyalty/account/profile.ts';
import { Checkbox } from '@marquee/ui/Checkbox/Checkbox.tsx';
import { TextField } from '@marquee/ui/Field/Field.tsx';
import { PhoneField } from '@marquee/ui/PhoneField/PhoneField.tsx';
import { SelectField } from '@marquee/ui/SelectField/SelectField.tsx';
import { useLaterMessages } from '../../../state/later.ts';
import { useCountries } from '../../../state/use-countries.ts';
import css from '../Form.module.css';
import type { Phone } from './use-phone.ts';

/** Values of the `autocomplete` attribute. */
const AUTOCOMPLETE = {
  firstName: 'given-name',
  lastName: 'family-name',
  email: 'email',
  address1: 'address-line1',
  address2: 'address-line2',
  city: 'address-level2',
  state: 'address-level1',
  zipCode: 'postal-code',
  dateOfBirth: 'bday',
} as const satisfies Partial<Record<ProfileText, string>>;

const TYPES: Partial<Record<ProfileText, 'email' | 'date'>> = { email: 'email', dateOfBirth: 'date' };

interface ProfileFieldsProps {
  readonly id: string;
  readonly profile: Profile;
  readonly phone: Phone;
  readonly errorOf: (name: ProfileText) => string | undefined;
  readonly onChange: (changes: Partial<Profile>) => void;
  readonly onPhone: (phone: Phone) => void;
}

/** The fields of the profile form. */
export function ProfileFields(props: ProfileFieldsProps) {
  const { id, profile, phone, errorOf, onChange, onPhone } = props;
  const { mine, fields } = useLaterMessages();
  const countries = useCountries(phone.country);
  const flags = { sendNewsletter: fields.newsletter(), wishToReceiveSMS: fields.sms(), contactByThirdParty: fields.thirdParties() };
  return (
    <>
      <div className={css.pair}>
        <ProfileField {...props} name="firstName" label={fields.firstName()} />
        <ProfileField {...props} name="lastName" label={fields.lastName()} />
      </div>
      <ProfileField {...props} name="email" label={fields.email()} />
      <PhoneField
        id={`${id}-mobileNumber`}
        name="mobileNumber"
        label={fields.mobile()}
        optional={fields.optional()}
        countryLabel={mine.phoneCountry()}
        country={phone.country}
        countries={countries}
        onCountry={(country) => onPhone({ ...phone, country })}
        value={phone.text}
        onChange={(text) => onPhone({ ...phone, text })}
        error={errorOf('mobileNumber')}
      />
      <ProfileField {...props} name="dateOfBirth" label={mine.born()} />
      <Address {...props} />
      <fieldset>
        <legend className={css.legend}>{fields.choices()}</legend>
        {PROFILE_FLAGS.map((name) => (
          <Checkbox
            key={name}
            id={`${id}-${name}`}
            name={name}
            label={flags[name]}
            checked={profile[name]}
            onChange={(on) => onChange({ [name]: on })}
          />
        ))}
      </fieldset>
    </>
  );
}

function Address(props: ProfileFieldsProps) {
  const { id, profile, phone, onChange } = props;
  const { mine, fields } = useLaterMessages();
  const countries = useCountries(phone.country);
  const isListed = profile.country === '' || countries.some(({ code }) => code === profile.country);
  return (
    <>
      <ProfileField {...props} name="address1" label={mine.address1()} />
      <ProfileField {...props} name="address2" label={mine.address2()} />
      <div className={css.pair}>
        <ProfileField {...props} name="zipCode" label={mine.zipCode()} />
        <ProfileField {...props} name="city" label={mine.city()} />
      </div>
      <div className={css.pair}>
        <ProfileField {...props} name="state" label={mine.state()} />
        <SelectField
          id={`${id}-country`}
          name="country"
          label={mine.country()}
          optional={fields.optional()}
          value={profile.country}
          onChange={(country) => onChange({ country })}
          options={[
            ...(isListed ? [] : [{ value: profile.country, label: profile.country }]),
            ...countries.map(({ code, name }) => ({ value: code, label: name })),
          ]}
          empty={mine.noCountry()}
          autoComplete="country"
        />
      </div>
    </>
  );
}

function ProfileField({
  id,
  profile,
  errorOf,
  onChange,
  name,
  label,
}: ProfileFieldsProps & { readonly name: keyof typeof AUTOCOMPLETE; readonly label: string }) {
  const { fields } = useLaterMessages();
  const isRequired = REQUIRED.some((required) => required === name);
  return (
    <TextField
      id={`${id}-${name}`}
      name={name}
      label={label}
      optional={isRequired ? undefined : fields.optional()}
      type={TYPES[name] ?? 'text'}
      value={profile[name]}
      onChange={(text) => onChange({ [name]: text })}
      autoComplete={AUTOCOMPLETE[name]}
      error={errorOf(name)}
      required={isRequired}
    />
  );
}
