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

/** The fields of the profile form. */
export function ProfileFields({
  id,
  profile,
  phone,
  errorOf,
  onChange,
  onPhone,
}: {
  id: string;
  profile: Profile;
  phone: Phone;
  errorOf: (name: ProfileText) => string | undefined;
  onChange: (changes: Partial<Profile>) => void;
  onPhone: (phone: Phone) => void;
}) {
  const { mine, fields } = useLaterMessages();
  const countries = useCountries(phone.country);
  const labels = {
    firstName: fields.firstName(),
    lastName: fields.lastName(),
    email: fields.email(),
    address1: mine.address1(),
    address2: mine.address2(),
    city: mine.city(),
    state: mine.state(),
    zipCode: mine.zipCode(),
    dateOfBirth: mine.born(),
  };
  const field = (name: keyof typeof labels) => {
    const isRequired = REQUIRED.some((required) => required === name);
    return (
      <TextField
        id={`${id}-${name}`}
        name={name}
        label={labels[name]}
        optional={isRequired ? undefined : fields.optional()}
        type={TYPES[name] ?? 'text'}
        value={profile[name]}
        onChange={(text) => onChange({ [name]: text })}
        autoComplete={AUTOCOMPLETE[name]}
        error={errorOf(name)}
        required={isRequired}
      />
    );
  };
  const flags = { sendNewsletter: fields.newsletter(), wishToReceiveSMS: fields.sms(), contactByThirdParty: fields.thirdParties() };
  const isListed = profile.country === '' || countries.some(({ code }) => code === profile.country);
  return (
    <>
      <div className={css.pair}>
        {field('firstName')}
        {field('lastName')}
      </div>
      {field('email')}
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
      {field('dateOfBirth')}
      {field('address1')}
      {field('address2')}
      <div className={css.pair}>
        {field('zipCode')}
        {field('city')}
      </div>
      <div className={css.pair}>
        {field('state')}
        <SelectField
          id={`${id}-country`}
          name="country"
          label={mine.country()}
          optional={fields.optional()}
          value={profile.country}
          onChange={(country) => onChange({ country })}
          options={[...(isListed ? [] : [{ value: profile.country, label: profile.country }]), ...countries.map(({ code, name }) => ({ value: code, label: name }))]}
          empty={mine.noCountry()}
          autoComplete="country"
        />
      </div>
      <fieldset>
        <legend className={css.legend}>{fields.choices()}</legend>
        {PROFILE_FLAGS.map((name) => (
          <Checkbox key={name} id={`${id}-${name}`} name={name} label={flags[name]} checked={profile[name]} onChange={(on) => onChange({ [name]: on })} />
        ))}
      </fieldset>
    </>
  );
}
