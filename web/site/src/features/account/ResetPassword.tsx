import { screenHref } from '@marquee/rules/loyalty/area/screen-href.ts';
import { PEACH_CODES } from '@marquee/api/peach-codes.gen.ts';
import type { MemberPage } from '@marquee/api/schema.gen.ts';
import { type Failure, isSuccess } from '@marquee/rules/loyalty/calls/responses.ts';
import { isThirdParty } from '@marquee/rules/loyalty/account/captcha.ts';
import { setPassword as sendPassword } from '@marquee/rules/loyalty/account/reset.ts';
import type { ResetGrant } from '@marquee/rules/loyalty/account/reset-link.ts';
import { codeOf } from '@marquee/rules/loyalty/session/sign-in.ts';
import { Button } from '@marquee/ui/Button/Button.tsx';
import { type FormEvent, useState } from 'react';
import { useLaterMessages } from '../../state/later.ts';
import { FormLayout } from '../../parts/member/FormLayout.tsx';
import { NewPassword, usePasswordCheck } from '../../parts/member/NewPassword.tsx';
import { Password } from '../../parts/member/Password.tsx';
import { useMaybeMember } from '../../state/member/use-member.ts';
import { useSubmit } from '../../state/use-submit.ts';
import { BackToSignIn } from './BackToSignIn.tsx';
import css from './Form.module.css';
import { FailureMessage } from './FailureMessage.tsx';

/** The fields of the form and its submission. */
interface ResetForm {
  readonly password: string;
  readonly setPassword: (password: string) => void;
  readonly repeated: string;
  readonly setRepeated: (password: string) => void;
  readonly errors: { readonly password?: string | undefined; readonly repeated?: string | undefined };
  readonly failed: { readonly failure: Failure; readonly tries: number } | undefined;
  readonly isBusy: boolean;
  readonly onSubmit: (event: FormEvent) => void;
}

function useResetPassword(grant: ResetGrant, onChanged: () => void): ResetForm {
  const { account, fields } = useLaterMessages();
  const member = useMaybeMember();
  const isPassword = usePasswordCheck();
  const [password, setPassword] = useState('');
  const [repeated, setRepeated] = useState('');
  const [isChecked, setChecked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failed, setFailed] = useState<ResetForm['failed']>();

  const errors = {
    password: password === '' ? fields.missing.password() : isPassword(password) ? undefined : fields.invalid.password(),
    repeated: repeated === '' ? account.repeatMissing() : repeated === password ? undefined : account.repeatDiffers(),
  };

  const save = async (): Promise<void> => {
    if (member === undefined) return;
    setBusy(true);
    const failure = await sendPassword(member.context, grant, password, member.send).then(
      (response): Failure | undefined => (isSuccess(response) ? undefined : { kind: 'refused', response }),
      (): Failure => ({ kind: 'unreachable' }),
    );
    setBusy(false);
    if (failure === undefined) onChanged();
    else setFailed({ failure, tries: (failed?.tries ?? 0) + 1 });
  };

  const { onSubmit, isWaiting } = useSubmit(member !== undefined, () => {
    const invalidField = errors.password === undefined ? (errors.repeated === undefined ? undefined : 'repeated') : 'password';
    setChecked(invalidField !== undefined);
    if (invalidField === undefined) return save();
    document.getElementById(`new-${invalidField}`)?.focus();
    return undefined;
  });
  return {
    password,
    setPassword,
    repeated,
    setRepeated,
    errors: isChecked ? errors : {},
    failed,
    isBusy: isBusy || isWaiting,
    onSubmit,
  };
}

/** Sets a new password with the grant of a reset link (RESET-06 to RESET-13). */
export function ResetPassword({
  page,
  grant,
  onChanged,
  onNewLink,
}: {
  page: MemberPage;
  grant: ResetGrant;
  onChanged: () => void;
  onNewLink: () => void;
}) {
  const { account, fields } = useLaterMessages();
  const { password, setPassword, repeated, setRepeated, errors, failed, isBusy, onSubmit } = useResetPassword(grant, onChanged);
  return (
    <FormLayout
      page={page}
      title={account.newTitle()}
      lead={grant.email === '' ? undefined : account.newFor({ email: grant.email })}
      caption={account.say()}
    >
      <form className={css.form} method="post" noValidate onSubmit={onSubmit}>
        {/* Password managers save the new password under this username. */}
        <input
          className="sr"
          name="username"
          type="text"
          autoComplete="username"
          value={grant.email}
          readOnly
          tabIndex={-1}
          aria-hidden="true"
        />
        <NewPassword
          id="new-password"
          label={fields.newPassword()}
          value={password}
          onChange={setPassword}
          error={errors.password}
        />
        <Password
          id="new-repeated"
          name="repeated"
          label={account.repeatPassword()}
          value={repeated}
          onChange={setRepeated}
          autoComplete="new-password"
          error={errors.repeated}
        />
        {failed === undefined ? null : (
          <ResetFailure key={failed.tries} page={page} failure={failed.failure} onNewLink={onNewLink} />
        )}
        <Button type="submit" size="l" wide busy={isBusy} busyLabel={account.saving()}>
          {account.save()}
        </Button>
      </form>
      <BackToSignIn page={page} />
    </FormLayout>
  );
}

function ResetFailure({ page, failure, onNewLink }: { page: MemberPage; failure: Failure; onNewLink: () => void }) {
  const { account } = useLaterMessages();
  const code = failure.kind === 'refused' ? codeOf(failure.response) : undefined;
  return <FailureMessage failure={failure}>{code === PEACH_CODES.invalidResetCode ? newLink() : null}</FailureMessage>;

  function newLink() {
    // This page's address carried a reset code: no third-party script may run on it (security 5.3).
    if (isThirdParty(page.area.captcha))
      return (
        <a className={`link ${css.offer}`} href={screenHref(page.area.href, 'forgot-password')}>
          {account.sendNewLink()}
        </a>
      );
    return (
      <button className={`link ${css.offer}`} type="button" onClick={onNewLink}>
        {account.sendNewLink()}
      </button>
    );
  }
}
