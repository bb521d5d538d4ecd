import type { MemberPage } from '@marquee/api/schema.gen.ts';
import { typedCardCode } from '@marquee/rules/loyalty/account/card-code.ts';
import { type ActivationField, screensOf } from '@marquee/rules/loyalty/area/screens.ts';
import { cx } from '@marquee/ui/cx.ts';
import { TextField } from '@marquee/ui/Field/Field.tsx';
import { Message } from '@marquee/ui/Message/Message.tsx';
import { PhoneField } from '@marquee/ui/PhoneField/PhoneField.tsx';
import { useHydrated } from '@marquee/ui/use-hydrated.ts';
import { Fragment, useState } from 'react';
import { useLaterMessages } from '../../state/later.ts';
import { FormLayout } from '../../parts/member/FormLayout.tsx';
import { NoScripts } from '../../parts/member/NoScripts.tsx';
import { parsePhoneNumber, phoneRules } from '../../state/phone-rules.ts';
import { useCountries, useHomeCountry } from '../../state/use-countries.ts';
import { useSubmit } from '../../state/use-submit.ts';
import { type ActivationForm, type Field, type ActivationErrors, firstInvalidField, activationErrors } from './activation-form.ts';
import { BackToSignIn } from './BackToSignIn.tsx';
import css from './Form.module.css';
import { FailureMessage } from './FailureMessage.tsx';
import { SendButton } from './SendButton.tsx';
import { type ActivationState, useActivation } from './use-activation.ts';

/** The props common to all fields of the form. */
interface FieldProps {
  readonly id: string;
  readonly value: string;
  readonly required: true;
  readonly error: string | undefined;
  readonly onChange: (text: string) => void;
}

/** The fields of the form and its submission. */
interface ActivateForm {
  readonly fieldProps: (name: Field) => FieldProps;
  readonly country: string;
  readonly setCountry: (country: string) => void;
  readonly submit: () => Promise<void>;
  /** Number of attempts that were sent or failed. */
  readonly tries: number;
}

function useActivateForm(
  required: readonly ActivationField[],
  { run, fail }: Pick<ReturnType<typeof useActivation>, 'run' | 'fail'>,
): ActivateForm {
  const { account, fields } = useLaterMessages();
  const home = useHomeCountry();
  const [form, setForm] = useState<ActivationForm>({ firstName: '', lastName: '', email: '', phone: '', country: home, card: '' });
  const [errors, setErrors] = useState<ActivationErrors>({});
  const [tries, setTries] = useState(0);
  const errorTexts = {
    firstName: { missing: fields.missing.firstName, invalid: fields.missing.firstName },
    lastName: { missing: fields.missing.lastName, invalid: fields.missing.lastName },
    email: { missing: fields.missing.email, invalid: fields.invalid.email },
    phone: { missing: account.phoneMissing, invalid: fields.invalid.mobile },
    card: { missing: account.cardMissing, invalid: account.cardMissing },
  } as const;

  const submit = async (): Promise<void> => {
    const parsed = required.includes('phoneNumber') ? await parsePhoneNumber(form.phone, form.country) : { phoneNumber: undefined };
    if (parsed === 'unreachable') {
      setErrors({});
      fail({ kind: 'unreachable' });
      setTries((count) => count + 1);
      return;
    }
    const { phoneNumber } = parsed;
    const newErrors = activationErrors(form, required, phoneNumber);
    const invalid = firstInvalidField(newErrors);
    setErrors(newErrors);
    if (invalid !== undefined) {
      document.getElementById(`activate-${invalid}`)?.focus();
      return;
    }
    await run(form, phoneNumber ?? '');
    setTries((count) => count + 1);
  };
  const fieldProps = (name: Field): FieldProps => {
    const fieldError = errors[name];
    return {
      id: `activate-${name}`,
      value: form[name],
      required: true,
      error: fieldError === undefined ? undefined : errorTexts[name][fieldError](),
      onChange: (text: string) => {
        setForm((last) => ({ ...last, [name]: name === 'card' ? typedCardCode(text) : text }));
        setErrors((last) => ({ ...last, [name]: undefined }));
        if (name === 'phone') void phoneRules();
      },
    };
  };
  return { fieldProps, country: form.country, setCountry: (country) => setForm((last) => ({ ...last, country })), submit, tries };
}

/** Form that activates the membership of a person who joined at the box office (LOYC-19). */
export function Activate({ page }: { page: MemberPage }) {
  const { account } = useLaterMessages();
  const hydrated = useHydrated();
  const { isReady, state, captchaWidgets, ...activation } = useActivation(page);
  const screen = screensOf(page.area).activation;
  const required = screen.kind === 'tab' ? screen.required : [];
  const form = useActivateForm(required, activation);
  const { onSubmit, isWaiting } = useSubmit(isReady, form.submit);
  return (
    <FormLayout page={page} title={account.activateTitle()} lead={account.activateLead()} caption={page.area.guestSignupTabText}>
      <div className={css.above}>
        <ResultMessage state={state} attempt={form.tries} />
      </div>
      <NoScripts />
      <form className={cx(css.form, 'needsScript')} method="post" noValidate={hydrated} onSubmit={onSubmit}>
        <Fields form={form} required={required} />
        {captchaWidgets(required.includes('cardNumber')).map((widget, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the order is fixed
          <Fragment key={index}>{widget}</Fragment>
        ))}
        <div>
          <SendButton busy={state.kind === 'busy' || isWaiting}>{account.activate()}</SendButton>
          <output className={css.progress}>
            {state.kind === 'busy' ? account.step({ step: state.step, steps: state.steps }) : ''}
          </output>
        </div>
      </form>
      <BackToSignIn page={page} />
    </FormLayout>
  );
}

function Fields({
  form: { fieldProps, country, setCountry },
  required,
}: {
  form: ActivateForm;
  required: readonly ActivationField[];
}) {
  const { account, fields } = useLaterMessages();
  const countries = useCountries(country);
  return (
    <>
      <div className={css.two}>
        <TextField {...fieldProps('firstName')} name="firstName" label={fields.firstName()} autoComplete="given-name" />
        <TextField {...fieldProps('lastName')} name="lastName" label={fields.lastName()} autoComplete="family-name" />
      </div>
      <TextField {...fieldProps('email')} name="email" type="email" label={fields.email()} autoComplete="email" inputMode="email" />
      {required.includes('phoneNumber') ? (
        <PhoneField
          {...fieldProps('phone')}
          name="phoneNumber"
          label={account.phone()}
          countryLabel={account.country()}
          country={country}
          countries={countries}
          onCountry={setCountry}
        />
      ) : null}
      {required.includes('cardNumber') ? <TextField {...fieldProps('card')} name="cardNumber" label={fields.cardNumber()} /> : null}
    </>
  );
}

/** The result of an activation, or why it failed. Each attempt has its own key, so that its message takes the focus. */
function ResultMessage({ state, attempt }: { state: ActivationState; attempt: number }) {
  const { account } = useLaterMessages();
  if (state.kind === 'failed') return <FailureMessage key={attempt} failure={state.failure} />;
  if (state.kind !== 'done') return null;
  const { outcome, username, email } = state;
  return (
    // A chain that stops is not the visitor's mistake (ACT-07).
    <Message key={attempt} kind={outcome === 'stopped' ? 'note' : 'success'} focus>
      <p>{outcomeText()}</p>
      {username === 'none' ? null : <p>{username === 'mailed' ? account.usernameMailed({ email }) : account.hasUsername()}</p>}
    </Message>
  );

  function outcomeText(): string {
    switch (outcome) {
      case 'activated':
        return account.activated();
      case 'mailed':
        return account.membershipMailed({ email });
      case 'stopped':
        return account.notActivated();
    }
  }
}
