import { screenHref } from '@marquee/rules/loyalty/area/screen-href.ts';
import type { MemberPage } from '@marquee/api/schema.gen.ts';
import type { Failure } from '@marquee/rules/loyalty/calls/responses.ts';
import { afterSignIn, guestAddress } from '@marquee/rules/loyalty/session/sign-in.ts';
import { Button } from '@marquee/ui/Button/Button.tsx';
import { TextField } from '@marquee/ui/Field/Field.tsx';
import { useHydrated } from '@marquee/ui/use-hydrated.ts';
import { type ReactNode, useState } from 'react';
import { useLaterMessages } from '../../state/later.ts';
import { type Captcha, useCaptcha } from '../../parts/captcha/captcha.tsx';
import { Password } from '../../parts/member/Password.tsx';
import { useMaybeMember } from '../../state/member/use-member.ts';
import { type Submission, useSubmit } from '../../state/use-submit.ts';
import css from './Form.module.css';
import { FormLayout } from '../../parts/member/FormLayout.tsx';
import { ActivationMessage, SignInMessage } from './SignInMessage.tsx';
import { useQueryString } from './use-query-string.ts';

/** The last failed attempt; `tries` keys its message. */
interface FailedAttempt {
  readonly failure: Failure;
  readonly name: string;
  readonly tries: number;
}

/** The fields of the form and its submission. */
interface SignInForm {
  readonly name: string;
  readonly setName: (name: string) => void;
  readonly password: string;
  readonly setPassword: (password: string) => void;
  readonly emptyFields: readonly Field[];
  readonly captcha: Captcha;
  readonly isBusy: boolean;
  readonly failed: FailedAttempt | undefined;
  readonly onSubmit: Submission['onSubmit'];
}

/** The state of the form. `afterSignInHref` overrides the page to go to afterwards. */
function useSignIn(query: string, initialName: string, afterSignInHref: string | undefined): SignInForm {
  const member = useMaybeMember();
  const captcha = useCaptcha('Login');
  const [name, setName] = useState(initialName);
  const [password, setPassword] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [isChecked, setChecked] = useState(false);
  const [failed, setFailed] = useState<FailedAttempt>();

  const signIn = async (): Promise<void> => {
    if (member === undefined) return;
    setBusy(true);
    const username = name.trim();
    try {
      const token = await captcha.answer();
      // The captcha's widget shows what is missing.
      if (captcha.isNeeded && token === undefined) return;
      await member.machine.login({ username, password }, token);
      const to = afterSignInHref ?? afterSignIn(query);
      if (to === undefined) document.getElementById('main')?.focus();
      else location.assign(to);
    } catch {
      setFailed({
        failure: member.machine.loginError.get() ?? { kind: 'unreachable' },
        name: username,
        tries: (failed?.tries ?? 0) + 1,
      });
      setPassword('');
      setChecked(false);
      captcha.reset();
    } finally {
      setBusy(false);
    }
  };

  // Before hydration the browser sends the form itself, to the address of the page with its query.
  const { onSubmit, isWaiting } = useSubmit(member !== undefined, () => {
    const [empty] = emptyFieldsOf(name, password);
    setChecked(empty !== undefined);
    if (empty === undefined) return signIn();
    document.getElementById(`sign-in-${empty}`)?.focus();
    return undefined;
  });
  return {
    name,
    setName,
    password,
    setPassword,
    emptyFields: isChecked ? emptyFieldsOf(name, password) : [],
    captcha,
    isBusy: isBusy || isWaiting,
    failed,
    onSubmit,
  };
}

/**
 * Sign-in form (SESS-23, SESS-26, SESS-27). Afterwards the page shows the member's view, unless its address names another page
 * or hands over to the ticketing site. `note` is shown above the form; `afterSignInHref` overrides the page to go to afterwards.
 */
export function SignIn({
  page,
  note,
  name = '',
  afterSignInHref,
}: {
  page: MemberPage;
  note?: ReactNode;
  name?: string;
  afterSignInHref?: string;
}) {
  const { area } = page;
  const { account } = useLaterMessages();
  const query = useQueryString();
  const hydrated = useHydrated();
  const form = useSignIn(query, name, afterSignInHref);
  const lead = (
    <>
      {account.newHere()}{' '}
      <a className="link" href={screenHref(area.href, 'join')}>
        {area.guestSignupTabButton || account.join()}
      </a>
    </>
  );
  return (
    <FormLayout page={page} title={account.signIn()} lead={lead} caption={area.guestSignupTabText}>
      <div className={css.above}>
        <Note query={query} note={note} form={form} />
      </div>
      <form className={css.form} method="post" noValidate={hydrated} onSubmit={form.onSubmit}>
        <input type="hidden" name="page" value={area.href} />
        <Fields form={form} />
        <div className={css.links}>
          <a className="link" href={screenHref(area.href, 'forgot-password')}>
            {account.forgotPassword()}
          </a>
          <a className="link" href={screenHref(area.href, 'forgot-username')}>
            {account.forgotUsername()}
          </a>
        </div>
        {form.captcha.widget}
        <Button type="submit" size="l" wide busy={form.isBusy} busyLabel={account.signingIn()}>
          {account.signIn()}
        </Button>
      </form>
      {area.includeActivation ? (
        <p className={css.below}>
          <span className="quiet">{account.haveCard()}</span>{' '}
          <a className="link" href={screenHref(area.href, 'activate')}>
            {account.activateCard()}
          </a>
        </p>
      ) : null}
    </FormLayout>
  );
}

function Fields({ form: { name, setName, password, setPassword, emptyFields } }: { form: SignInForm }) {
  const { account, fields } = useLaterMessages();
  return (
    <>
      <TextField
        id="sign-in-name"
        name="username"
        label={account.name()}
        value={name}
        onChange={setName}
        autoComplete="username"
        required
        error={emptyFields.includes('name') ? account.nameMissing() : undefined}
      />
      <Password
        id="sign-in-password"
        name="password"
        label={fields.password()}
        value={password}
        onChange={setPassword}
        autoComplete="current-password"
        error={emptyFields.includes('password') ? account.passwordMissing() : undefined}
      />
    </>
  );
}

/** The message above the form: the last failure, else the page's note, else the result in its query string. */
function Note({ query, note, form: { failed, name } }: { query: string; note: ReactNode; form: SignInForm }) {
  const { activation, code } = guestAddress(query);
  if (failed !== undefined) return <SignInMessage key={failed.tries} failure={failed.failure} name={failed.name} focus />;
  if (note !== undefined) return note;
  if (activation !== undefined) return <ActivationMessage activation={activation} />;
  return code === undefined ? null : (
    <SignInMessage failure={{ kind: 'refused', response: { peachCode: code } }} name={name} focus={false} />
  );
}

type Field = 'name' | 'password';

const emptyFieldsOf = (name: string, password: string): Field[] => [
  ...(name.trim() === '' ? (['name'] as const) : []),
  ...(password === '' ? (['password'] as const) : []),
];
