import { type PasswordCheck, isPassword, passwordChecks } from '@marquee/rules/loyalty/account/password-rules.ts';
import { RuleList } from '@marquee/ui/RuleList/RuleList.tsx';
import type { LaterMessages } from '../../messages/messages.ts';
import { useLaterMessages } from '../../state/later.ts';
import { Password } from './Password.tsx';
import { useArea } from '../../state/member/use-member.ts';

/** Returns a function that checks a text against the site's password rules (VALID-07). */
export function usePasswordCheck(): (text: string) => boolean {
  const { passwordPolicy, passwordLength } = useArea();
  return (text) => isPassword(passwordChecks(passwordPolicy, passwordLength, text));
}

/** A field for a new password. It checks the site's password rules while the visitor types (VALID-05). */
export function NewPassword({
  id,
  name = 'password',
  label,
  value,
  onChange,
  error,
}: {
  id: string;
  name?: string;
  label: string;
  value: string;
  onChange: (text: string) => void;
  error?: string | undefined;
}) {
  const { passwordPolicy, passwordLength } = useArea();
  const { password } = useLaterMessages();
  const rules = passwordChecks(passwordPolicy, passwordLength, value);
  return (
    <div>
      <Password
        id={id}
        name={name}
        label={label}
        value={value}
        onChange={onChange}
        autoComplete="new-password"
        error={error}
        describedBy={`${id}-rules`}
      />
      <RuleList
        id={`${id}-rules`}
        label={password.rules()}
        rules={rules.map((rule) => ({ text: ruleText(password, rule), ok: rule.ok }))}
        okLabel={password.met()}
        openLabel={password.missing()}
      />
    </div>
  );
}

function ruleText(texts: LaterMessages['password'], rule: PasswordCheck): string {
  switch (rule.kind) {
    case 'length':
      return texts.length({ count: rule.minLength });
    case 'maxLength':
      return texts.maxLength({ count: rule.maxLength });
    default:
      return texts[rule.kind]();
  }
}
